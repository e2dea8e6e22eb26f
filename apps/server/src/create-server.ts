import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { getRequestListener } from "@hono/node-server";
import type { Workspace } from "@precept/workspace";
import { pino, type Logger } from "pino";
import { createAdmission } from "./access/admission.ts";
import { trustEveryRequest, type Authenticator } from "./access/principal.ts";
import type { EventOptions, StreamLimits } from "./events/options.ts";
import { StreamRegistry } from "./events/stream-registry.ts";
import { createApp } from "./http/create-app.ts";
import type { Projects } from "./projects/projects.ts";
import { SingleProject } from "./projects/single-project.ts";

export interface ServerOptions {
  /** The workspace of a server of one project. The caller closes it, after the server. */
  readonly workspace?: Workspace;
  /** The projects of a server of several. The server closes them. */
  readonly projects?: Projects;
  /** Finds out who sent a request. Default: everybody may do everything, so that the server must only be reachable from its own machine. */
  readonly authenticator?: Authenticator;
  /** Limits of the streams of events. `projects` have limits of their own for their channels. */
  readonly events?: EventOptions & StreamLimits;
  /** Default: nothing is logged. */
  readonly log?: Logger;
}

/** A server that is not yet bound to an address. */
export interface PreceptServer extends AsyncDisposable {
  /** Answers a request. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request of an HTTP/1.1 or HTTP/2 server of Node. */
  readonly nodeHandler: (request: IncomingMessage | Http2ServerRequest, response: ServerResponse | Http2ServerResponse) => void;
  /** Ends all streams of events, each with a final comment, and refuses new ones. Call it before waiting for requests to end. */
  readonly closeEvents: () => void;
}

/**
 * Creates a server. `fetch` answers its requests, with any server that speaks the Fetch API.
 *
 * @example
 * ```ts
 * import { serve } from "@hono/node-server";
 * import { createServer } from "@precept/server";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".", { watch: true });
 * serve({ fetch: createServer({ workspace }).fetch, hostname: "127.0.0.1", port: 4141 });
 * ```
 */
export function createServer({
  workspace,
  events = {},
  projects = workspace === undefined ? undefined : new SingleProject(workspace, events),
  authenticator = trustEveryRequest,
  log = pino({ level: "silent" }),
}: ServerOptions): PreceptServer {
  if (projects === undefined) throw new TypeError("createServer needs a workspace or projects.");
  const streams = new StreamRegistry(events);
  const app = createApp({ projects, admission: createAdmission({ authenticator }), log, streams });
  const listener = getRequestListener(app.fetch);
  return {
    nodeHandler: (request, response) => void listener(request, response),
    fetch: async (request) => app.fetch(request),
    closeEvents: () => streams.close(),
    async [Symbol.asyncDispose]() {
      streams.close();
      await projects[Symbol.asyncDispose]();
    },
  };
}
