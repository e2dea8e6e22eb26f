import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Context } from "hono";
import type { Logger } from "pino";
import { declareEventStream } from "../listen/open-requests.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import type { ServerEnvironment } from "./environment.ts";

export interface ObserveOptions {
  readonly log: Logger;
  readonly metrics: ServerMetrics;
}

/** The name of the route of requests to paths that the server does not have. */
const noRoute = "none";

/** Methods as labels of metrics. Clients can send any other. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);

/**
 * Logs one line for each request, and counts it. The line names the route, not the path and the query, which can
 * contain secrets and names that are not for the reader of the log.
 */
export function observeRequests({ log, metrics }: ObserveOptions): MiddlewareHandler<ServerEnvironment> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const ms = performance.now() - start;
    const { status } = c.res;
    const { outgoing } = (c.env ?? {}) as { outgoing?: object };
    if (outgoing !== undefined && c.get("isEventStream") === true) declareEventStream(outgoing);
    const method = methods.has(c.req.method) ? c.req.method : "other";
    const route = routeOf(c);
    metrics.requests.add({ method, route, status: String(status) });
    metrics.durations.observe({ method, route }, ms / 1000);
    // Set only under /api.
    const principal = c.get("principal") as ServerEnvironment["Variables"]["principal"] | undefined;
    const projectId = c.get("projectId");
    const level = status === 500 ? "error" : status > 500 ? "warn" : isProbe(route) ? "debug" : "info";
    log[level](
      {
        request_id: c.get("requestId"),
        method,
        route,
        status,
        ms: Math.round(ms * 100) / 100,
        ...(principal?.user !== undefined && { user: principal.user }),
        ...(principal?.tokenId !== undefined && { token: principal.tokenId }),
        // The id of a project that does not exist is text of the client.
        ...(projectId !== undefined && status !== 404 && { project: projectId }),
      },
      "request",
    );
  };
}

/** The pattern of the route that answered, such as `/api/v1/rules/:rule`. Middleware matches `/*` and `/api/*`. */
function routeOf(c: Context<ServerEnvironment>): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"))?.path ?? noRoute;
}

/** Whether monitoring asks for a route every few seconds. */
function isProbe(route: string): boolean {
  return route === "/healthz" || route === "/readyz" || route === "/metrics";
}
