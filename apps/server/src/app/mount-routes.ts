import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { projectRoutes, serverRoutes, type ProjectRouteId, type Route, type ServerRouteId } from "@precept/contract";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import { assertRole } from "../access/principal.ts";
import { tenantOf, type NamedTenant } from "../access/tenant.ts";
import { answerIfChanged } from "../http/entity-tag.ts";
import { basePath, checkProject, isDefaultBase, projectBases, serveProject } from "./serve-project.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { readInput, type Input } from "../http/read-input.ts";
import { toRouteConfig, type RouteConfigOptions } from "../http/route-config.ts";
import type { Reply, RequestContext, StreamReply } from "../routes/handler.ts";
import { reachPositions } from "../routes/rules/positions.ts";
import { handlers } from "../routes/handlers.ts";
import { serverHandlers } from "../routes/server-handlers.ts";
import type { ServerParts } from "./server-parts.ts";

type App = OpenAPIHono<ServerEnvironment>;
type AnyReply = Promise<Reply<unknown> | StreamReply>;

/**
 * Mounts the routes of all projects under `/api/v1/projects/{project}`, and the routes of the default project under
 * `/api/v1`. A path without parameters takes precedence over one with parameters, for its own methods: `GET
 * /rules/conflicts` lists conflicts, `DELETE /rules/conflicts` deletes a rule.
 */
export function mountProjectRoutes(app: App, parts: ServerParts): void {
  const { projects } = parts;
  const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];
  const [fixed, others] = [false, true].map((has) => routes.filter(([, { path }]) => path.includes("{") === has));
  for (const base of projectBases(projects)) {
    // The OpenAPI document has the routes of the default project if there is one.
    const isHidden = projects.defaultId !== undefined && !isDefaultBase(base);
    for (const group of [fixed ?? [], others ?? []]) {
      for (const [id, route] of group) {
        const handler = handlers[id] as (input: never, context: RequestContext) => AnyReply;
        mountRoute(app, parts, {
          id,
          route,
          base,
          isHidden,
          check: (context) => checkProject(context, projects, base),
          serve: (input, context) =>
            serveProject(
              context,
              parts,
              base,
              async (request) => {
                if (route.position !== undefined) await reachPositionsOf(request, input);
                return handler(input as never, request);
              },
              route.answer.type !== undefined,
            ),
        });
      }
    }
    refuseMethods(
      app,
      base,
      routes.map(([, route]) => route),
    );
  }
}

/** Waits for the positions that a request names, for the tenant in its query or body. */
async function reachPositionsOf(request: RequestContext, { query, body }: Input): Promise<void> {
  const { header, signal, project } = request;
  const tenant = async () => tenantOf(request, (query ?? body) as NamedTenant);
  await reachPositions(project.workspace.rulebook, header, { tenant, signal });
}

/** Mounts the routes that do not belong to a project, under `/api/v1`. */
export function mountServerRoutes(app: App, parts: ServerParts): void {
  for (const [id, route] of Object.entries(serverRoutes) as [ServerRouteId, Route][]) {
    mountRoute(app, parts, {
      id,
      route,
      base: basePath,
      serve: (input, context) =>
        serverHandlers[id](input as never, { principal: context.get("principal"), projects: parts.projects }),
    });
  }
  refuseMethods(app, basePath, Object.values(serverRoutes));
}

function refuseMethods(app: App, base: string, routes: readonly Route[]): void {
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    refuseOtherMethods(app, base + path, ofPath.flatMap(methodsOf));
  }
}

/** `HEAD` is `GET` without the body of the answer, so an event stream has none. */
function methodsOf({ method, answer }: Route): readonly string[] {
  return method === "get" && answer.type === undefined ? ["GET", "HEAD"] : [method.toUpperCase()];
}

interface MountedRoute extends RouteConfigOptions {
  /** Called before the request is read. Throws if the principal may not send it. */
  readonly check?: (context: Context<ServerEnvironment>) => void;
  /** Serves a request that is valid and whose principal has the role of the route. */
  readonly serve: (input: Input, context: Context<ServerEnvironment>) => AnyReply;
}

function mountRoute(app: App, { limits }: ServerParts, mounted: MountedRoute): void {
  const { route, isHidden = false, check, serve } = mounted;
  const config = createRoute(toRouteConfig(mounted));
  if (!isHidden) app.openAPIRegistry.registerPath(config);
  app.on(route.method.toUpperCase(), config.getRoutingPath(), async (context, next) => {
    if (route.exceptWith !== undefined && context.req.query(route.exceptWith) !== undefined) return next();
    // Hono serves HEAD like GET, but a stream would have no reader.
    if (context.req.method === "HEAD" && route.answer.type !== undefined) {
      throw new PreceptError("METHOD_NOT_ALLOWED", { method: "HEAD", path: context.req.path, allowed: ["GET"] });
    }
    check?.(context);
    assertRole(context.get("principal"), route.role, route.summary);
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
  if (route.condition === "if-none-match") return answerIfChanged(context, reply.body, reply.headers?.["etag"]);
  return context.json(reply.body, route.answer.status as 200);
}
