import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { commonErrors, hasRole, problem, projectRoutes, type ProjectRouteId, type Route } from "@precept/api";
import { PreceptError } from "@precept/core";
import { z } from "zod";
import { mayUseProject } from "../access/principal.ts";
import type { Projects } from "../projects/projects.ts";
import type { Limits } from "../access/limits.ts";
import type { Handler, RequestContext } from "../routes/handler.ts";
import { handlers } from "../routes/handlers.ts";
import type { ServerEnvironment } from "./environment.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";
import { readInput } from "./read-input.ts";

/** Where the routes of projects are. */
export const basePath = "/api/v1";

export interface MountOptions {
  readonly projects: Projects;
  readonly limits: Limits;
  /** Aborted when the server begins to shut down. */
  readonly stopping: AbortSignal;
}

/**
 * Mounts the routes of all projects under `/api/v1/projects/{project}`, and those of the default project under `/api/v1`. A path without parameters takes
 * precedence over one with parameters, for all methods: `/rules/search` is never the rule "search".
 */
export function mountProjectRoutes(app: OpenAPIHono<ServerEnvironment>, options: MountOptions): void {
  const { defaultId } = options.projects;
  const bases = [`${basePath}/projects/{project}`, ...(defaultId === undefined ? [] : [basePath])];
  const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];
  const fixed = routes.filter(([, { path }]) => !path.includes("{"));
  for (const group of [fixed, routes.filter((one) => !fixed.includes(one))]) {
    for (const base of bases) {
      for (const [id, route] of group) {
        mount(app, options, { id, route, handler: handlers[id], base, isDefault: base === basePath });
      }
      const mounted = group.map(([, route]) => route);
      refuseOtherMethods(app, base, mounted);
    }
  }
}

interface Mount {
  readonly id: ProjectRouteId;
  readonly route: Route;
  readonly handler: Handler<Route>;
  readonly base: string;
  /** Whether the routes are those of the default project. The OpenAPI document has these if there are any. */
  readonly isDefault: boolean;
}

function mount(app: OpenAPIHono<ServerEnvironment>, { projects, limits, stopping }: MountOptions, one: Mount): void {
  const { id, route, handler, base, isDefault } = one;
  const config = createRoute(toConfig(id, route, base));
  // The document of a server with one project only has the shorter paths.
  if (isDefault || projects.defaultId === undefined) app.openAPIRegistry.registerPath(config);
  app.on(route.method.toUpperCase(), config.getRoutingPath(), async (context) => {
    const principal = context.get("principal");
    const projectId = isDefault ? (projects.defaultId ?? "") : (context.req.param("project") ?? "");
    context.set("projectId", projectId);
    if (!mayUseProject(principal, projectId)) throw new PreceptError("PROJECT_UNKNOWN", { project: projectId });
    if (!hasRole(principal.role, route.role)) {
      throw new PreceptError("FORBIDDEN", { action: route.summary, required: `the role ${route.role}` });
    }
    const input = await readInput(context, route, limits);
    const { project, release } = await projects.lease(projectId);
    try {
      const request: RequestContext = {
        requestId: context.get("requestId"),
        principal,
        project,
        signal: endOf(context.req.raw.signal, principal.ended),
        stopping,
        log: context.get("log"),
        header: (name) => context.req.header(name),
      };
      const { body, headers = {} } = await handler(input as never, request);
      for (const [name, value] of Object.entries(headers)) context.header(name, value);
      return body === undefined ? context.body(null, 204) : context.json(body, route.answer.status as 200);
    } finally {
      release();
    }
  });
}

/** A request ends when the client disconnects, and when its token is no longer valid. */
function endOf(disconnected: AbortSignal, ended: AbortSignal | undefined): AbortSignal {
  return ended === undefined ? disconnected : AbortSignal.any([disconnected, ended]);
}

/** Converts a route to its form in the OpenAPI document. */
export function toConfig(id: string, route: Route, base: string): RouteConfig {
  const { method, path, tag, summary, description, params, query, body, answer, errors = [] } = route;
  const allParams = base.includes("{project}")
    ? z.object({ project: z.string().describe("The id of the project."), ...params?.shape })
    : params;
  return {
    method,
    path: base + path,
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: [{ token: [] }],
    request: {
      ...(allParams !== undefined && { params: allParams }),
      ...(query !== undefined && { query }),
      ...(body !== undefined && { body: { required: true, content: { "application/json": { schema: body } } } }),
    },
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(answer.body !== undefined && { content: { "application/json": { schema: answer.body } } }),
        ...(answer.type !== undefined && { content: { [answer.type]: { schema: z.string() } } }),
      },
      ...Object.fromEntries(
        [...commonErrors, ...errors].map((status) => [
          status,
          { description: describeStatus(status), content: { "application/problem+json": { schema: problem } } },
        ]),
      ),
    },
  };
}

const statusDescriptions = {
  400: "The request is not valid. All invalid parts are named.",
  401: "The token is missing, invalid or expired.",
  403: "The token does not have the right to do this.",
  404: "What the request names does not exist, or is not visible to the token.",
  409: "The request conflicts with the current state.",
  412: "The rule has another revision than `If-Match` says.",
  413: "The body is too large.",
  415: "The body is not JSON, or compressed.",
  421: "The server does not serve the host of the request.",
  422: "The request cannot be processed.",
  429: "Too many requests. `Retry-After` says when to try again.",
  500: "The server failed. Its log has the cause under the id of the request.",
  501: "The store does not support this.",
  503: "A store is not available, or the server is shutting down.",
} as const;

function describeStatus(status: keyof typeof statusDescriptions): string {
  return statusDescriptions[status];
}
