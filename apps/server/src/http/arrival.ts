import type { Context } from "hono";
import type { Arrival } from "../access/admission.ts";
import type { ServerEnvironment } from "./environment.ts";

/** Returns what the admission of a request depends on. */
export function arrivalOf(c: Context<ServerEnvironment>): Arrival {
  const { req } = c;
  return {
    method: req.method,
    path: req.path,
    header: (name) => req.header(name) ?? (name === "host" ? hostOf(req.url) : undefined),
    address: addressOf(c),
  };
}

/** The host of a request without a `Host` header: one of HTTP/2, or one that did not come over a network. */
function hostOf(url: string): string {
  return new URL(url).host;
}

/** The address of the client, if the server runs on Node. */
function addressOf({ env }: Context<ServerEnvironment>): string | undefined {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return incoming?.socket?.remoteAddress;
}
