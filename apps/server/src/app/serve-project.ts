import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import { mayUseProject } from "../access/principal.ts";
import type { Projects } from "../projects/projects.ts";
import type { Reply, RequestContext, StreamReply } from "../routes/handler.ts";
import type { ServerEnvironment } from "../http/environment.ts";
import type { ServerParts } from "./server-parts.ts";

/** The bases of project paths: `/api/v1/projects/{project}`, and `/api/v1` if there is a default project. */
export function projectBases({ defaultId }: Projects): readonly string[] {
  return [`${basePath}/projects/{project}`, ...(defaultId === undefined ? [] : [basePath])];
}

/** Whether a base of {@link projectBases} is that of the default project. */
export function isDefaultBase(base: string): boolean {
  return base === basePath;
}

/** Checks that the principal may use the project, and notes the id for logs. @throws PreceptError `PROJECT_UNKNOWN` */
export function checkProject(context: Context<ServerEnvironment>, projects: Projects, base: string): void {
  const projectId = projectIdOf(context, projects, base);
  context.set("projectId", projectId);
  if (!mayUseProject(context.get("principal"), projectId)) throw new PreceptError("PROJECT_UNKNOWN", { project: projectId });
}

/** Serves a request with its project, which stays open until the answer, which can be a stream, has ended. */
export async function serveProject<Answer extends Reply<unknown> | StreamReply>(
  context: Context<ServerEnvironment>,
  { projects, streams }: Pick<ServerParts, "projects" | "streams">,
  base: string,
  serve: (request: RequestContext) => Promise<Answer>,
): Promise<Answer> {
  const projectId = projectIdOf(context, projects, base);
  const { project, release } = await projects.lease(projectId);
  const principal = context.get("principal");
  let isStreaming = false;
  try {
    const reply = await serve({
      requestId: context.get("requestId"),
      principal,
      project,
      basePath: isDefaultBase(base) ? basePath : `${basePath}/projects/${encodeURIComponent(projectId)}`,
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
    });
    isStreaming = "stream" in reply;
    if ("stream" in reply) void reply.closed.then(release);
    return reply;
  } finally {
    if (!isStreaming) release();
  }
}

function projectIdOf(context: Context<ServerEnvironment>, { defaultId }: Projects, base: string): string {
  return (isDefaultBase(base) ? defaultId : context.req.param("project")) ?? "";
}

/** A request ends when the client disconnects, and when its token is no longer valid. */
function endOf(disconnected: AbortSignal, ended: AbortSignal | undefined): AbortSignal {
  return ended === undefined ? disconnected : AbortSignal.any([disconnected, ended]);
}

export const basePath = "/api/v1";
