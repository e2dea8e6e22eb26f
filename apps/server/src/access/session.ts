import { PreceptError } from "@precept/core";
import type { ConsoleSessions } from "./console-sessions.ts";
import { readCookie, sessionCookie } from "./cookies.ts";
import type { Arrival } from "./arrival.ts";
import type { Principal } from "./principal.ts";

/** The methods that change nothing. */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/**
 * Returns who a request with the cookie of a session comes from. Undefined if it has a token, no method, or no running
 * session.
 *
 * Browsers send the cookie of a loopback address also for pages of other ports, which `SameSite` does not exclude. So a
 * change must prove that it comes from a page of this server, by `Origin`, which the admission has compared with the
 * host, or by `Sec-Fetch-Site`. A page of another origin cannot set either.
 *
 * @throws PreceptError `ORIGIN_REFUSED`; `STORE_FAILED` if another server may know the session
 */
export async function sessionOf({ header, method }: Arrival, sessions: ConsoleSessions): Promise<Principal | undefined> {
  if (method === undefined || header("authorization") !== undefined) return undefined;
  const id = readCookie(sessionCookie, header("cookie"), header("host") ?? "");
  const principal = id === undefined ? undefined : await sessions.find(id);
  if (principal === undefined) return undefined;
  const site = header("sec-fetch-site");
  const isForeign = site !== undefined && site !== "same-origin" && site !== "none";
  const isProven = site === "same-origin" || header("origin") !== undefined;
  if (isForeign || (!isProven && !safeMethods.has(method))) {
    throw new PreceptError("ORIGIN_REFUSED", { origin: header("origin") ?? "unknown" });
  }
  return principal;
}
