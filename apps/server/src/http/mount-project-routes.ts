import type { OpenAPIHono } from "@hono/zod-openapi";
import { projectRoutes, type ProjectRouteId, type Route } from "@precept/api";
import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import type { Limits } from "../access/limits.ts";
import { mayUseProject } from "../access/principal.ts";
import type { StreamRegistry } from "../events/stream-registry.ts";
import type { OpenProject, Projects } from "../projects/projects.ts";
import type { Reply, RequestContext, StreamReply } from "../routes/handler.ts";
import { handlers } from "../routes/handlers.ts";
import { basePath } from "./base-path.ts";
import type { ServerEnvironment } from "./environment.ts";
import { mountRoute } from "./mount-route.ts";
import { refuseOtherMethods } from "./other-methods.ts";

export interface MountOptions {
  readonly projects: Projects;
  readonly limits: Limits;
  readonly streams: StreamRegistry;
}

type AnyHandler = (input: never, context: RequestContext) => Promise<Reply<unknown> | StreamReply>;

/**
 * Mounts the routes of all projects under `/api/v1/projects/{project}`, and those of the default project under `/api/v1`. A path without parameters takes
 * precedence over one with parameters, for all methods: `/rules/conflicts` is never the rule "conflicts".
 */
export function mountProjectRoutes(app: OpenAPIHono<ServerEnvironment>, options: MountOptions): void {
  const { defaultId } = options.projects;
  const routes = Object.entries(projectRoutes) as [ProjectRouteId, Route][];
  const fixed = routes.filter(([, { path }]) => !path.includes("{"));
  const others = routes.filter(([, { path }]) => path.includes("{"));
  for (const base of [`${basePath}/projects/{project}`, ...(defaultId === undefined ? [] : [basePath])]) {
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
  const { projects, limits, streams } = options;
  const handler = handlers[id] as AnyHandler;
  const isDefault = base === basePath;
  const idOf = (context: Context<ServerEnvironment>): string =>
    (isDefault ? projects.defaultId : context.req.param("project")) ?? "";
  mountRoute(app, {
    id,
    route,
    base,
    // The OpenAPI document has the routes of the default project if there is one.
    isHidden: projects.defaultId !== undefined && !isDefault,
    limits,
    check(context) {
      const projectId = idOf(context);
      context.set("projectId", projectId);
      if (!mayUseProject(context.get("principal"), projectId)) throw new PreceptError("PROJECT_UNKNOWN", { project: projectId });
    },
    async serve(input, context) {
      const projectId = idOf(context);
      const { project, release } = await projects.lease(projectId);
      let isStreaming = false;
      try {
        const ownBase = isDefault ? basePath : `${basePath}/projects/${encodeURIComponent(projectId)}`;
        const request = toRequestContext(context, { project, projects, streams, base: ownBase });
        const reply = await handler(input as never, request);
        if ("stream" in reply) {
          isStreaming = true;
          void reply.closed.then(release);
        }
        return reply;
      } finally {
        if (!isStreaming) release();
      }
    },
  });
}

interface ServedProject {
  readonly project: OpenProject;
  readonly projects: Projects;
  readonly streams: StreamRegistry;
  readonly base: string;
}

function toRequestContext(
  context: Context<ServerEnvironment>,
  { project, projects, streams, base }: ServedProject,
): RequestContext {
  const principal = context.get("principal");
  return {
    requestId: context.get("requestId"),
    principal,
    project,
    basePath: base,
    // These two only if they are used, because most requests do not need them and creating them takes time.
    get projectIds() {
      return projects.ids;
    },
    get signal() {
      return endOf(context.req.raw.signal, principal.ended);
    },
    log: context.get("log"),
    streams,
    header: (name) => context.req.header(name),
  };
}

/** A request ends when the client disconnects, and when its token is no longer valid. */
function endOf(disconnected: AbortSignal, ended: AbortSignal | undefined): AbortSignal {
  return ended === undefined ? disconnected : AbortSignal.any([disconnected, ended]);
}
