import { createRoute, type OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { commonErrors, hasRole, problem, projectRoutes, type ProjectRouteId, type Route } from "@precept/api";
import { compareText, PreceptError } from "@precept/core";
import type { Context } from "hono";
import { z } from "zod";
import { mayUseProject } from "../access/principal.ts";
import type { Projects } from "../projects/projects.ts";
import type { StreamRegistry } from "../events/stream-registry.ts";
import type { Reply, RequestContext, StreamReply } from "../routes/handler.ts";
import { handlers } from "../routes/handlers.ts";
import type { ServerEnvironment } from "./environment.ts";

/** Where the routes of projects are. */
const basePath = "/api/v1";

/** Mounts the routes of all projects under `/api/v1/projects/{project}`, and those of the default project under `/api/v1`. */
export function mountProjectRoutes(app: OpenAPIHono<ServerEnvironment>, { projects, streams }: MountOptions): void {
  const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];
  // The first route that matches a path serves it.
  for (const [id, route] of routes.toSorted(([, left], [, right]) => comparePaths(left.path, right.path))) {
    const handler = handlers[id] as AnyHandler;
    const shared = { id, route, handler, projects, streams };
    mount(app, { ...shared, base: `${basePath}/projects/{project}`, isDefault: false });
    if (projects.defaultId !== undefined) mount(app, { ...shared, base: basePath, isDefault: true });
  }
}

export interface MountOptions {
  readonly projects: Projects;
  readonly streams: StreamRegistry;
}

type AnyHandler = (input: never, context: RequestContext) => Promise<Reply<unknown> | StreamReply>;

/** Orders paths so that no path is shadowed by one with a parameter: `/policies/check` comes before `/policies/{policy}`. */
function comparePaths(left: string, right: string): number {
  return compareText(toSortKey(left), toSortKey(right));
}

/** Replaces parameters by a character that comes after all others. */
function toSortKey(path: string): string {
  return path.replaceAll(/\{\w+\}/g, "\u{10FFFF}");
}

interface Mount extends MountOptions {
  readonly id: ProjectRouteId;
  readonly route: Route;
  readonly handler: AnyHandler;
  readonly base: string;
  /** Whether the routes are those of the default project. The OpenAPI document has these if there are any. */
  readonly isDefault: boolean;
}

function mount(app: OpenAPIHono<ServerEnvironment>, { id, route, handler, base, isDefault, projects, streams }: Mount): void {
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
    let isStreaming = false;
    try {
      const request: RequestContext = {
        requestId: context.get("requestId"),
        principal,
        project,
        signal: context.req.raw.signal,
        log: context.get("log"),
        streams,
        header: (name) => context.req.header(name),
      };
      const valid = (part: string): unknown => context.req.valid(part as never);
      const input = {
        params: route.params === undefined ? undefined : valid("param"),
        query: route.query === undefined ? undefined : valid("query"),
        body: route.body === undefined ? undefined : valid("json"),
      };
      const reply = await handler(input as never, request);
      for (const [name, value] of Object.entries(reply.headers ?? {})) context.header(name, value);
      if ("stream" in reply) {
        isStreaming = true;
        void reply.closed.then(release);
        if (context.req.method !== "HEAD") return context.body(reply.stream) as never;
        // Nothing would read the stream.
        await reply.stream.cancel();
        return context.body(null, 200) as never;
      }
      const { body } = reply;
      return body === undefined ? context.body(null, 204) : (context.json(body, route.answer.status as 200) as never);
    } finally {
      if (!isStreaming) release();
    }
  });
}

function toConfig(id: ProjectRouteId, route: Route, base: string, hide: boolean): RouteConfig {
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
    hide,
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
  422: "The request cannot be processed.",
  429: "Too many requests. `Retry-After` says when to try again.",
  500: "The server failed. Its log has the cause under the id of the request.",
  501: "The store does not support this.",
  503: "A store is not available, or the server is shutting down.",
} as const;

function describeStatus(status: keyof typeof statusDescriptions): string {
  return statusDescriptions[status];
}
