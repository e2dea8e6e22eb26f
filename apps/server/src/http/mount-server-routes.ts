import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { hasRole, serverRoutes, type Route, type ServerRouteId } from "@precept/api";
import { PreceptError } from "@precept/core";
import type { ServerHandler } from "../routes/handler.ts";
import { serverHandlers } from "../routes/server-handlers.ts";
import type { ServerEnvironment } from "./environment.ts";
import { basePath, toConfig, type MountOptions } from "./mount-routes.ts";
import { readInput } from "./read-input.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";

/** Mounts the routes that do not belong to a project, under `/api/v1`. */
export function mountServerRoutes(app: OpenAPIHono<ServerEnvironment>, { projects, limits }: MountOptions): void {
  for (const [id, route] of Object.entries(serverRoutes) as [ServerRouteId, Route][]) {
    const handler = serverHandlers[id] as ServerHandler<Route>;
    const config = createRoute(toConfig(id, route, basePath));
    app.openAPIRegistry.registerPath(config);
    app.on(route.method.toUpperCase(), config.getRoutingPath(), async (context) => {
      const principal = context.get("principal");
      if (!hasRole(principal.role, route.role)) {
        throw new PreceptError("FORBIDDEN", { action: route.summary, required: `the role ${route.role}` });
      }
      const { body, headers = {} } = await handler((await readInput(context, route, limits)) as never, { principal, projects });
      for (const [name, value] of Object.entries(headers)) context.header(name, value);
      return body === undefined ? context.body(null, 204) : context.json(body, route.answer.status as 200);
    });
  }
  refuseOtherMethods(app, basePath, Object.values(serverRoutes));
}
