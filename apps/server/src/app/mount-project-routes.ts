import type { OpenAPIHono } from "@hono/zod-openapi";
import { projectRoutes, type ProjectRouteId, type Route } from "@precept/contract";
import type { Limits } from "../access/limits.ts";
import type { Reply, RequestContext, StreamReply } from "../routes/handler.ts";
import { handlers } from "../routes/handlers.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { mountRoute } from "./mount-route.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { checkProject, isDefaultBase, projectBases, serveProject, type ServeProjectOptions } from "./serve-project.ts";

export interface MountOptions extends ServeProjectOptions {
  readonly limits: Limits;
}

type AnyHandler = (input: never, context: RequestContext) => Promise<Reply<unknown> | StreamReply>;

/**
 * Mounts the routes of all projects under `/api/v1/projects/{project}`, and those of the default project under
 * `/api/v1`. A path without parameters takes precedence over one with parameters, for all methods: `/rules/conflicts`
 * is never the rule "conflicts".
 */
export function mountProjectRoutes(app: OpenAPIHono<ServerEnvironment>, options: MountOptions): void {
  const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];
  const fixed = routes.filter(([, { path }]) => !path.includes("{"));
  const others = routes.filter(([, { path }]) => path.includes("{"));
  for (const base of projectBases(options.projects)) {
    for (const group of [fixed, others]) {
      for (const [id, route] of group) mountProjectRoute(app, options, { id, route, base });
      refuseOtherMethods(
        app,
        base,
        group.map(([, route]) => route),
      );
    }
  }
}

interface ProjectRoute {
  readonly id: ProjectRouteId;
  readonly route: Route;
  readonly base: string;
}

function mountProjectRoute(app: OpenAPIHono<ServerEnvironment>, options: MountOptions, { id, route, base }: ProjectRoute): void {
  const { projects, limits } = options;
  const handler = handlers[id] as AnyHandler;
  mountRoute(app, {
    id,
    route,
    base,
    // The OpenAPI document has the routes of the default project if there is one.
    isHidden: projects.defaultId !== undefined && !isDefaultBase(base),
    limits,
    check: (context) => checkProject(context, projects, base),
    serve: (input, context) => serveProject(context, options, base, (request) => handler(input as never, request)),
  });
}
