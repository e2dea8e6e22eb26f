import { withoutUndefined } from "@precept/core";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Logger } from "pino";
import type { Principal } from "../access/principal.ts";
import { declareEventStream } from "../listen/open-requests.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import type { ServerEnvironment } from "./environment.ts";

interface Observers {
  readonly log: Logger;
  readonly metrics: ServerMetrics;
}

/** An answered request, or a call. */
interface AnsweredRequest {
  readonly requestId: string;
  readonly traceId: string | undefined;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** When it arrived, by `performance.now`. */
  readonly start: number;
  readonly principal: Principal | undefined;
  readonly project: string | undefined;
}

/** Methods as labels of metrics. Clients can send any other. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);

/** Routes that monitoring requests every few seconds. */
const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Logs and counts each request by its route, since its path and query can contain secrets. */
export function observeRequests(observers: Observers): MiddlewareHandler<ServerEnvironment> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const { status } = c.res;
    const { outgoing } = (c.env ?? {}) as { outgoing?: object };
    if (outgoing !== undefined && c.get("isEventStream") === true) declareEventStream(outgoing);
    const route = routeOf(c);
    const level = status === 500 ? "error" : status > 500 ? "warn" : probes.has(route) ? "debug" : "info";
    recordRequest(observers, level, {
      requestId: c.get("requestId"),
      traceId: c.get("traceId"),
      method: methods.has(c.req.method) ? c.req.method : "other",
      route,
      status,
      start,
      // Set only under /api.
      principal: c.get("principal") as Principal | undefined,
      // The id of a project that does not exist is text of the client.
      project: status === 404 ? undefined : c.get("projectId"),
    });
  };
}

export function recordRequest(
  { log, metrics }: Observers,
  level: "error" | "warn" | "info" | "debug",
  { requestId, traceId, method, route, status, start, principal, project }: AnsweredRequest,
): void {
  const ms = performance.now() - start;
  metrics.requests.add({ method, route, status: String(status) });
  metrics.durations.observe({ method, route }, ms / 1000);
  const rounded = Math.round(ms * 100) / 100;
  const client = withoutUndefined({ trace_id: traceId, user: principal?.user, token: principal?.tokenId, project });
  log[level]({ request_id: requestId, method, route, status, ms: rounded, ...client }, "request");
}

/**
 * The pattern of the route that answers, such as `/api/v1/rules/:rule`: the first one that matches. Middleware matches
 * `/*` and `/api/*`.
 */
function routeOf(c: Context<ServerEnvironment>): string {
  return matchedRoutes(c).find(({ path }) => !path.endsWith("*"))?.path ?? "none";
}
