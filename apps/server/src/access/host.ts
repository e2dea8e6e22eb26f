import { PreceptError } from "@precept/core";

/** The loopback interface. A web page cannot make a browser send these for another server (DNS rebinding). */
const localHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Requires that a request names an allowed host; without a port, on all ports. @throws PreceptError `HOST_REFUSED` */
export function assertHost(host: string | undefined, allowed: readonly string[]): void {
  const given = host?.toLowerCase() ?? "";
  const name = given.replace(/:\d+$/, "");
  const isAllowed = given !== "" && allowed.some((one) => one.toLowerCase() === given || one.toLowerCase() === name);
  if (!isAllowed) throw new PreceptError("HOST_REFUSED", { host: host ?? "" });
}

/** The hosts of a server that only its own machine may use. */
export function localAnd(allowed: readonly string[]): readonly string[] {
  return [...localHosts, ...allowed];
}

/** Refuses requests of web pages of other origins. Other clients send none. @throws PreceptError `ORIGIN_REFUSED` */
export function assertOrigin(origin: string | undefined, host: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined || isAllowedOrigin(origin, allowed) || isSameHost(origin, host ?? "")) return;
  throw new PreceptError("ORIGIN_REFUSED", { origin });
}

/** Whether the pages of an origin may use the server. @param allowed origins such as `https://console.example.com`. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => one.toLowerCase().replace(/\/$/, "") === origin.toLowerCase());
}

/** Whether an origin is the server itself. The scheme does not count: a proxy may add TLS. */
function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: pageHost } = new URL(origin);
  const isWeb = protocol === "http:" || protocol === "https:";
  // The URL removes the default port of the scheme.
  const url = `${protocol}//${host}`;
  return isWeb && host !== "" && URL.canParse(url) && new URL(url).host === pageHost;
}
