import { cors as rpc } from "@connectrpc/connect";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { isAllowedOrigin } from "../access/host.ts";
import type { ServerEnvironment } from "./environment.ts";

/** How long browsers may keep the answer to a preflight request, in seconds. */
const maxAge = 600;

/** The headers that web pages of other origins may send and read. */
export interface SharedHeaders {
  readonly sent: readonly string[];
  readonly read: readonly string[];
}

/** The headers of REST and MCP. */
const restHeaders: SharedHeaders = {
  sent: [
    "Authorization",
    "Content-Type",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Mcp-Session-Id",
    "Mcp-Protocol-Version",
    "Mcp-Method",
    "Mcp-Name",
    "Precept-Position",
    "X-Request-Id",
    "Traceparent",
  ],
  read: ["ETag", "Location", "X-Request-Id", "Retry-After", "Mcp-Session-Id", "Precept-Position"],
};

/** The headers of Connect and gRPC-Web. */
export const rpcHeaders: SharedHeaders = {
  sent: ["Authorization", "Precept-Project", "Precept-Position", "X-Request-Id", "Traceparent", ...rpc.allowedHeaders],
  read: ["X-Request-Id", "Retry-After", "Precept-Code", ...rpc.exposedHeaders],
};

/** Lets the web pages of allowed origins read the answers (CORS). Preflight requests need no token. */
export function allowOrigins(
  allowed: readonly string[],
  { sent, read }: SharedHeaders = restHeaders,
): MiddlewareHandler<ServerEnvironment> {
  const share = cors({
    origin: (origin) => origin,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
    allowHeaders: [...sent],
    exposeHeaders: [...read],
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
