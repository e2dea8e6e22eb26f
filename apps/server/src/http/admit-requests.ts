import type { Context, MiddlewareHandler } from "hono";
import type { Admission } from "../access/admission.ts";
import type { ServerEnvironment } from "./environment.ts";

/** Serves only requests that the server admits, and sets their principals. */
export function admitRequests(admission: Admission): MiddlewareHandler<ServerEnvironment> {
  return async (c, next) => {
    const { req } = c;
    const { principal, release } = await admission.admit({
      method: req.method,
      path: req.path,
      header: (name) => req.header(name) ?? (name === "host" ? hostOf(req.url) : undefined),
      address: addressOf(c),
    });
    try {
      c.set("principal", principal);
      await next();
    } finally {
      release();
    }
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
