import type { Route, RouteInput, RouteOutput } from "@precept/api";
import type { Logger } from "pino";
import type { Principal } from "../access/principal.ts";
import type { OpenProject, Projects } from "../projects/projects.ts";

/** What a handler knows besides the input. */
export interface RequestContext {
  /** Identifies the request in the log and in errors. */
  readonly requestId: string;
  readonly principal: Principal;
  readonly project: OpenProject;
  /** Aborted when the client disconnects, or the server stops waiting. */
  readonly signal: AbortSignal;
  /** Aborted when the server begins to shut down. Streams end then; other requests are finished. */
  readonly stopping: AbortSignal;
  readonly log: Logger;
  /** Returns a header of the request. */
  readonly header: (name: string) => string | undefined;
}

/** The answer of a handler. The status is that of the route. */
export interface Reply<Body> {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves the requests of a route. They are validated, and the principal has the role of the route. */
export type Handler<Served extends Route> = (
  input: RouteInput<Served>,
  context: RequestContext,
) => Promise<Reply<RouteOutput<Served>>>;

/** What a handler of a route without a project knows besides the input. */
interface ServerRequestContext {
  readonly principal: Principal;
  readonly projects: Projects;
}

/** Serves the requests of a route that does not belong to a project. */
export type ServerHandler<Served extends Route> = (
  input: RouteInput<Served>,
  context: ServerRequestContext,
) => Promise<Reply<RouteOutput<Served>>>;
