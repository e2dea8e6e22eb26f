import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { hasRole, type Route } from "@precept/contract";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import type { Limits } from "../access/limits.ts";
import type { Reply, StreamReply } from "../routes/handler.ts";
import { answerIfChanged } from "../http/answer-if-changed.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { readInput, type Input } from "../http/read-input.ts";
import { toRouteConfig, type RouteConfigOptions } from "../http/route-config.ts";

export interface MountRouteOptions extends RouteConfigOptions {
  readonly limits: Limits;
  /** Serves a request that is valid and whose principal has the role of the route. */
  readonly serve: (input: Input, context: Context<ServerEnvironment>) => Promise<Reply<unknown> | StreamReply>;
  /** Called before the request is read. Throws if the principal may not send it. */
  readonly check?: (context: Context<ServerEnvironment>) => void;
}

/**
 * Mounts a route: documents it, checks the role and the input of requests, and answers with the reply of its handler.
 */
export function mountRoute(app: OpenAPIHono<ServerEnvironment>, options: MountRouteOptions): void {
  const { route, limits, serve, check } = options;
  const config = createRoute(toRouteConfig(options));
  if (options.isHidden !== true) app.openAPIRegistry.registerPath(config);
  app.on(route.method.toUpperCase(), config.getRoutingPath(), async (context) => {
    // Hono serves HEAD like GET, but a stream would have no reader.
    if (context.req.method === "HEAD" && route.answer.type !== undefined) {
      throw new PreceptError("METHOD_NOT_ALLOWED", { method: "HEAD", path: context.req.path, allowed: ["GET"] });
    }
    check?.(context);
    if (!hasRole(context.get("principal").role, route.role)) {
      throw new PreceptError("FORBIDDEN", { action: route.summary, required: `the role ${route.role}` });
    }
    return answerWith(context, route, await serve(await readInput(context, route, limits), context));
  });
}

function answerWith(context: Context<ServerEnvironment>, route: Route, reply: Reply<unknown> | StreamReply): Response {
  for (const [name, value] of Object.entries(reply.headers ?? {})) context.header(name, value);
  if ("stream" in reply) {
    context.set("isEventStream", true);
    return context.body(reply.stream);
  }
  if (reply.body === undefined) return context.body(null, 204);
  if (route.condition === "if-none-match") return answerIfChanged(context, reply.body);
  return context.json(reply.body, route.answer.status as 200);
}
