import { PreceptError } from "@precept/core";

/**
 * Requires that a request does not come from a web page of another origin. Requests of other programs have no origin.
 *
 * @param origin the `Origin` header.
 * @param host the `Host` header, or the authority of an HTTP/2 request.
 * @throws PreceptError `ORIGIN_REFUSED`
 */
export function assertOrigin(origin: string | undefined, host: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined || isAllowedOrigin(origin, allowed) || isSameHost(origin, host ?? "")) return;
  throw new PreceptError("ORIGIN_REFUSED", { origin });
}

/** Whether the pages of an origin may use the server. @param allowed origins such as `https://console.example.com`. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => one.toLowerCase().replace(/\/$/, "") === origin.toLowerCase());
}

/** Whether an origin is that of the server itself. The scheme does not count: a proxy may add TLS. */
function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: pageHost } = new URL(origin);
  const isWeb = protocol === "http:" || protocol === "https:";
  // The URL removes the default port of the scheme.
  const url = `${protocol}//${host}`;
  return isWeb && host !== "" && URL.canParse(url) && new URL(url).host === pageHost;
}
