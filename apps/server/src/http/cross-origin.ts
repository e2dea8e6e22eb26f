import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { isAllowedOrigin } from "../access/origin.ts";
import type { ServerEnvironment } from "./environment.ts";

/** How long browsers may keep the answer to a preflight request, in seconds. */
const maxAge = 600;

/** Lets the web pages of allowed origins read the answers (CORS). Preflight requests need no token. */
export function allowOrigins(allowed: readonly string[]): MiddlewareHandler<ServerEnvironment> {
  const share = cors({
    origin: (origin) => origin,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowHeaders: ["Authorization", "Content-Type", "If-Match", "If-None-Match", "Last-Event-ID"],
    exposeHeaders: ["ETag", "Location", "X-Request-Id", "Retry-After"],
    maxAge,
  });
  return async (c, next) => {
    const origin = c.req.header("origin");
    if (origin === undefined || !isAllowedOrigin(origin, allowed)) return next();
    // Any other OPTIONS request is answered by its route.
    const isPreflight = c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined;
    if (c.req.method === "OPTIONS" && !isPreflight) return next();
    return share(c, next);
  };
}
