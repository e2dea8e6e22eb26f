import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { commonErrors, hasRole, problem, projectRoutes, type ProjectRouteId, type Route } from "@precept/api";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import { z } from "zod";
import { mayUseProject } from "../access/principal.ts";
import type { Projects } from "../projects/projects.ts";
import type { Handler, RequestContext } from "../routes/handler.ts";
import { handlers } from "../routes/handlers.ts";
import { answerIfChanged } from "./answer-if-changed.ts";
import type { ServerEnvironment } from "./environment.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";

/** Where the routes of projects are. */
const basePath = "/api/v1";

/**
 * Mounts the routes of all projects under `/api/v1/projects/{project}`, and those of the default project under `/api/v1`. A path without parameters takes
 * precedence over one with parameters, for all methods: `/rules/conflicts` is never the rule "conflicts".
 */
export function mountProjectRoutes(app: OpenAPIHono<ServerEnvironment>, projects: Projects): void {
  const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];
  const mountAll = (mounted: typeof routes): void => {
    for (const [id, route] of mounted) {
      const handler = handlers[id] as Handler<Route>;
      mount(app, projects, { id, route, handler, base: `${basePath}/projects/{project}`, isDefault: false });
      if (projects.defaultId !== undefined) mount(app, projects, { id, route, handler, base: basePath, isDefault: true });
    }
  };
  const fixed = routes.filter(([, { path }]) => !path.includes("{"));
  mountAll(fixed);
  const refused = fixed.map(([, route]) => route);
  refuseOtherMethods(app, `${basePath}/projects/:project`, refused);
  if (projects.defaultId !== undefined) refuseOtherMethods(app, basePath, refused);
  mountAll(routes.filter((one) => !fixed.includes(one)));
}

interface Mount {
  readonly id: ProjectRouteId;
  readonly route: Route;
  readonly handler: Handler<Route>;
  readonly base: string;
  /** Whether the routes are those of the default project. The OpenAPI document has these if there are any. */
  readonly isDefault: boolean;
}

function mount(app: OpenAPIHono<ServerEnvironment>, projects: Projects, { id, route, handler, base, isDefault }: Mount): void {
  const config = createRoute(toConfig(id, route, base, projects.defaultId !== undefined && !isDefault));
  app.openapi(config, async (c) => {
    const context = c as unknown as Context<ServerEnvironment>;
    const principal = context.get("principal");
    const projectId = isDefault ? (projects.defaultId ?? "") : (context.req.param("project") ?? "");
    if (!mayUseProject(principal, projectId)) throw new PreceptError("PROJECT_UNKNOWN", { project: projectId });
    if (!hasRole(principal.role, route.role)) {
      throw new PreceptError("FORBIDDEN", { action: route.summary, required: `the role ${route.role}` });
    }
    const { project, release } = await projects.lease(projectId);
    try {
      const request: RequestContext = {
        requestId: context.get("requestId"),
        principal,
        project,
        projectIds: projects.ids,
        basePath: isDefault ? basePath : `${basePath}/projects/${encodeURIComponent(projectId)}`,
        signal: context.req.raw.signal,
        log: context.get("log"),
        header: (name) => context.req.header(name),
      };
      const valid = (part: string): unknown => context.req.valid(part as never);
      const input = {
        params: route.params === undefined ? undefined : valid("param"),
        query: route.query === undefined ? undefined : valid("query"),
        body: route.body === undefined ? undefined : valid("json"),
      };
      const { body, headers = {} } = await handler(input as never, request);
      for (const [name, value] of Object.entries(headers)) context.header(name, value);
      if (body === undefined) return context.body(null, 204);
      if (route.condition === "if-none-match") return answerIfChanged(context, body);
      return context.json(body, route.answer.status as 200) as never;
    } finally {
      release();
    }
  });
}

function toConfig(id: ProjectRouteId, route: Route, base: string, hide: boolean): RouteConfig {
  const { method, path, tag, summary, description, params, query, body, condition, answer, errors = [] } = route;
  const allParams = base.includes("{project}")
    ? z.object({ project: z.string().describe("The id of the project."), ...params?.shape })
    : params;
  return {
    method,
    path: base + path,
    operationId: id,
    tags: [tag],
    summary,
    hide,
    ...(description !== undefined && { description }),
    security: [{ token: [] }],
    request: {
      ...(allParams !== undefined && { params: allParams }),
      ...(query !== undefined && { query }),
      ...(condition !== undefined && {
        headers: z.object({ [condition]: z.string().optional().describe(conditions[condition]) }),
      }),
      ...(body !== undefined && { body: { required: true, content: { "application/json": { schema: body } } } }),
    },
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(answer.body !== undefined && { content: { "application/json": { schema: answer.body } } }),
        ...(answer.type !== undefined && { content: { [answer.type]: { schema: z.string() } } }),
        ...headersOf(route),
      },
      ...(condition === "if-none-match" && { 304: { description: "The client already has the current answer." } }),
      ...Object.fromEntries(
        [...commonErrors, ...errors].map((status) => [
          status,
          { description: describeStatus(status), content: { "application/problem+json": { schema: problem } } },
        ]),
      ),
    },
  };
}

const conditions = {
  "if-none-match": "The `ETag` of an earlier answer, which is not sent again if nothing changed.",
  "if-match": "The `ETag` that the rule must have.",
} as const;

/** The documentation of the headers of an answer. */
function headersOf({ condition, answer }: Route): { readonly headers?: z.ZodObject } {
  const headers = {
    ...(condition === "if-none-match" && { etag: "Identifies the answer, for `If-None-Match`." }),
    ...answer.headers,
  };
  const documented = Object.entries(headers).map(([name, description]) => [name, z.string().describe(description)] as const);
  return documented.length === 0 ? {} : { headers: z.object(Object.fromEntries(documented)) };
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
  422: "The request cannot be processed.",
  429: "Too many requests. `Retry-After` says when to try again.",
  500: "The server failed. Its log has the cause under the id of the request.",
  501: "The store does not support this.",
  503: "A store is not available, or the server is shutting down.",
} as const;

function describeStatus(status: keyof typeof statusDescriptions): string {
  return statusDescriptions[status];
}
