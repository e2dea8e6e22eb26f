import type { OpenAPIHono } from "@hono/zod-openapi";
import { serverRoutes, type Route, type ServerRouteId } from "@precept/contract";
import type { Limits } from "../access/limits.ts";
import type { Projects } from "../projects/projects.ts";
import type { ServerHandler } from "../routes/handler.ts";
import { serverHandlers } from "../routes/server-handlers.ts";
import { basePath } from "../http/base-path.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { mountRoute } from "./mount-route.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";

export interface MountServerOptions {
  readonly projects: Projects;
  readonly limits: Limits;
}

/** Mounts the routes that do not belong to a project, under `/api/v1`. */
export function mountServerRoutes(app: OpenAPIHono<ServerEnvironment>, { projects, limits }: MountServerOptions): void {
  for (const [id, route] of Object.entries(serverRoutes) as [ServerRouteId, Route][]) {
    const handler = serverHandlers[id] as ServerHandler<Route>;
    const serve: Parameters<typeof mountRoute>[1]["serve"] = (input, context) =>
      handler(input as never, { principal: context.get("principal"), projects });
    mountRoute(app, { id, route, base: basePath, limits, serve });
  }
  refuseOtherMethods(app, basePath, Object.values(serverRoutes));
}
