import { PreceptError } from "@precept/core";

/**
 * The names of this machine's loopback interface. A web page cannot make a browser send them for another server (DNS
 * rebinding).
 */
const localHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Requires that a request names a host that the server serves.
 *
 * @param host the `Host` header, or the authority of an HTTP/2 request.
 * @param allowed names with a port, or without one for all ports.
 * @throws PreceptError `HOST_REFUSED`
 */
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
