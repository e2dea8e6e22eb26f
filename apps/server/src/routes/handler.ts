import type { ProjectRouteId, ProjectRoutes, Route, RouteInput, RouteOutput } from "@precept/contract";
import type { Logger } from "pino";
import type { Principal } from "../access/principal.ts";
import type { OpenProject } from "../projects/open-project.ts";

/** What a handler knows besides the input. */
export interface RequestContext {
  /** Identifies the request in the log and in errors. */
  readonly requestId: string;
  readonly principal: Principal;
  readonly project: OpenProject;
  /** The ids of all projects of the server. */
  readonly projectIds: readonly string[];
  /** Where the routes of the project are: `/api/v1`, or `/api/v1/projects/ID`. */
  readonly basePath: string;
  /** Aborted when the client disconnects, or the server stops waiting. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Aborted when the server stops. Streams then end; its reason is their final comment. */
  readonly stopping: AbortSignal;
  readonly header: (name: string) => string | undefined;
}

/** The answer of a handler. The status is that of the route. */
export interface Reply<Body> {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer of a handler whose route answers with a stream. */
export interface StreamReply {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when the stream has ended, for whatever reason. Until then, the request leases its project. */
  readonly closed: Promise<void>;
  readonly headers?: Readonly<Record<string, string>>;
}

type ReplyOf<Served extends Route> = Served["answer"] extends { readonly type: string }
  ? StreamReply
  : Reply<RouteOutput<Served>>;

/** Serves the requests of each route of a project. They are validated, and the principal has the role of the route. */
export type Handlers = {
  readonly [Id in ProjectRouteId]: (
    input: RouteInput<ProjectRoutes[Id]>,
    context: RequestContext,
  ) => Promise<ReplyOf<ProjectRoutes[Id]>>;
};
