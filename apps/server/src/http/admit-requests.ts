import type { Context, MiddlewareHandler } from "hono";
import type { Admission } from "../access/admission.ts";
import type { Arrival } from "../access/arrival.ts";
import type { ServerEnvironment } from "./environment.ts";

/** Serves only requests that the server admits, and sets their principals. */
export function admitRequests(admission: Admission): MiddlewareHandler<ServerEnvironment> {
  return async (c, next) => {
    const { principal, release } = await admission.admit(arrivalOf(c));
    try {
      c.set("principal", principal);
      c.set("release", release);
      await next();
    } finally {
      release();
    }
  };
}

export function arrivalOf({ req, env }: Context<ServerEnvironment>): Arrival {
  // Only a server on Node knows the socket.
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return {
    // A request of HTTP/2, or one that did not come over a network, has no `Host` header.
    header: (name) => req.header(name) ?? (name === "host" ? new URL(req.url).host : undefined),
    address: incoming?.socket?.remoteAddress,
    method: req.method,
  };
}
