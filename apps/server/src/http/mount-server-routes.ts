import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { hasRole, serverRoutes, type Route, type ServerRouteId } from "@precept/api";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import type { Projects } from "../projects/projects.ts";
import type { ServerHandler } from "../routes/handler.ts";
import { serverHandlers } from "../routes/server-handlers.ts";
import type { ServerEnvironment } from "./environment.ts";
import { basePath, toConfig } from "./mount-routes.ts";

/** Mounts the routes that do not belong to a project, under `/api/v1`. */
export function mountServerRoutes(app: OpenAPIHono<ServerEnvironment>, projects: Projects): void {
  for (const [id, route] of Object.entries(serverRoutes) as [ServerRouteId, Route][]) {
    const handler = serverHandlers[id] as ServerHandler<Route>;
    app.openapi(createRoute(toConfig(id, route, basePath)), async (c) => {
      const context = c as unknown as Context<ServerEnvironment>;
      const principal = context.get("principal");
      if (!hasRole(principal.role, route.role)) {
        throw new PreceptError("FORBIDDEN", { action: route.summary, required: `the role ${route.role}` });
      }
      const valid = (part: string): unknown => context.req.valid(part as never);
      const input = {
        params: route.params === undefined ? undefined : valid("param"),
        query: route.query === undefined ? undefined : valid("query"),
        body: route.body === undefined ? undefined : valid("json"),
      };
      const { body, headers = {} } = await handler(input as never, { principal, projects });
      for (const [name, value] of Object.entries(headers)) context.header(name, value);
      return body === undefined ? context.body(null, 204) : (context.json(body, route.answer.status as 200) as never);
    });
  }
}
