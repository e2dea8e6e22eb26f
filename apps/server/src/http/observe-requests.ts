import { withoutUndefined } from "@precept/core";
import { currentTrace, observe, type Annotate } from "@precept/telemetry";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Logger } from "pino";
import type { Principal } from "../access/principal.ts";
import { declareEventStream } from "../listen/open-requests.ts";
import type { ServerEnvironment } from "./environment.ts";

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

/** Methods as attributes of metrics. Clients can send any other. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]);

/** Routes that monitoring requests every few seconds. */
const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Logs, traces and measures each request by its route, since its path and query can contain secrets. */
export function observeRequests(log: Logger): MiddlewareHandler<ServerEnvironment> {
  return (c, next) => {
    const method = methods.has(c.req.method) ? c.req.method : "_OTHER";
    const attributes = { "http.request.method": method, "url.scheme": c.req.url.startsWith("https:") ? "https" : "http" };
    const answer = async (annotate: Annotate): Promise<void> => {
      const start = performance.now();
      await next();
      const { status } = c.res;
      const { outgoing } = (c.env ?? {}) as { outgoing?: object };
      if (outgoing !== undefined && c.get("isEventStream") === true) declareEventStream(outgoing);
      const route = routeOf(c);
      // The id of a project that does not exist is text of the client.
      const project = status === 404 ? undefined : c.get("projectId");
      annotate({
        "http.route": route,
        "http.response.status_code": status,
        "error.type": status >= 500 ? String(status) : undefined,
        "precept.project.id": project,
        "precept.request.id": c.get("requestId"),
      });
      const level = status === 500 ? "error" : status > 500 ? "warn" : probes.has(route ?? "") ? "debug" : "info";
      logRequest(log, level, {
        requestId: c.get("requestId"),
        traceId: c.get("traceId"),
        method,
        route: route ?? "none",
        status,
        start,
        // Set only under /api.
        principal: c.get("principal") as Principal | undefined,
        project,
      });
    };
    return observe("httpRequest", attributes, answer, { carrier: (name) => c.req.header(name) });
  };
}

export function logRequest(
  log: Logger,
  level: "error" | "warn" | "info" | "debug",
  { requestId, traceId, method, route, status, start, principal, project }: AnsweredRequest,
): void {
  const ms = Math.round((performance.now() - start) * 100) / 100;
  const { trace_id = traceId, span_id } = currentTrace();
  const client = withoutUndefined({ trace_id, span_id, user: principal?.user, token: principal?.tokenId, project });
  log[level]({ request_id: requestId, method, route, status, ms, ...client }, "request");
}

/**
 * The pattern of the route that answers, such as `/api/v1/rules/:rule`: the first one that matches. Middleware matches
 * `/*` and `/api/*`. Undefined: no route matches.
 */
function routeOf(c: Context<ServerEnvironment>): string | undefined {
  return matchedRoutes(c).find(({ path }) => !path.endsWith("*"))?.path;
}
