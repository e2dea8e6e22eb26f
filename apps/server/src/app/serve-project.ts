import { PreceptError } from "@precept/core";
import type { Context } from "hono";
import type { Logger } from "pino";
import { principalIn, type Principal } from "../access/principal.ts";
import type { OpenProject } from "../projects/open-project.ts";
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

/**
 * Checks that the principal may use the project, from which on it has its role there, and notes the id for logs.
 *
 * @throws PreceptError `PROJECT_UNKNOWN`
 */
export function checkProject(context: Context<ServerEnvironment>, projects: Projects, base: string): void {
  const projectId = projectIdOf(context, projects, base);
  context.set("projectId", projectId);
  const principal = principalIn(context.get("principal"), projectId);
  if (principal === undefined) throw new PreceptError("PROJECT_UNKNOWN", { project: projectId });
  context.set("principal", principal);
}

/**
 * Serves a request with its project, which stays open until the answer, which can be a stream, has ended.
 *
 * @param isStream whether the client asks for a stream.
 */
export async function serveProject<Answer extends Reply<unknown> | StreamReply>(
  context: Context<ServerEnvironment>,
  { projects, streams }: Pick<ServerParts, "projects" | "streams">,
  base: string,
  serve: (request: RequestContext) => Promise<Answer>,
  isStream = false,
): Promise<Answer> {
  const projectId = projectIdOf(context, projects, base);
  const principal = context.get("principal");
  const endStream = isStream ? streams.open(principal.tokenId) : undefined;
  // It is counted as a stream instead, since the clients of a server that starts connect at the same time.
  if (isStream) context.get("release")();
  let endLease: (() => void) | undefined;
  const release = (): void => {
    endLease?.();
    endStream?.();
  };
  let isStreaming = false;
  try {
    const { project, release: end } = await projects.lease(projectId);
    endLease = end;
    const reply = await serve(new ServedRequest(context, { base, projects, project, stopping: streams.stopping }));
    isStreaming = "stream" in reply;
    if ("stream" in reply) void reply.closed.then(release);
    return reply;
  } finally {
    if (!isStreaming) release();
  }
}

/** The context of a request. Its getters are in the prototype: an object literal with getters is slow to create. */
class ServedRequest implements RequestContext {
  readonly requestId: string;
  readonly principal: Principal;
  readonly project: OpenProject;
  readonly log: Logger;
  readonly stopping: AbortSignal;
  readonly #context: Context<ServerEnvironment>;
  readonly #projects: Projects;
  readonly #base: string;

  constructor(context: Context<ServerEnvironment>, { base, projects, project, stopping }: ServedOptions) {
    this.requestId = context.get("requestId");
    this.principal = context.get("principal");
    this.project = project;
    this.log = context.get("log");
    this.stopping = stopping;
    this.#context = context;
    this.#projects = projects;
    this.#base = base;
  }

  get basePath(): string {
    const id = projectIdOf(this.#context, this.#projects, this.#base);
    return isDefaultBase(this.#base) ? basePath : `${basePath}/projects/${encodeURIComponent(id)}`;
  }

  get projectIds(): readonly string[] {
    return this.#projects.ids;
  }

  get signal(): AbortSignal {
    return endOf(this.#context.req.raw.signal, this.principal.ended);
  }

  readonly header = (name: string): string | undefined => this.#context.req.header(name);
}

interface ServedOptions extends Pick<RequestContext, "project" | "stopping"> {
  readonly base: string;
  readonly projects: Projects;
}

function projectIdOf(context: Context<ServerEnvironment>, { defaultId }: Projects, base: string): string {
  return (isDefaultBase(base) ? defaultId : context.req.param("project")) ?? "";
}

/** A request ends when the client disconnects, and when its token is no longer valid. */
function endOf(disconnected: AbortSignal, ended: AbortSignal | undefined): AbortSignal {
  return ended === undefined ? disconnected : AbortSignal.any([disconnected, ended]);
}

export const basePath = "/api/v1";
