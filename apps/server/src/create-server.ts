import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { getRequestListener } from "@hono/node-server";
import type { Workspace } from "@precept/workspace";
import { pino, type Logger } from "pino";
import { createAdmission } from "./access/admission.ts";
import { trustEveryRequest, type Authenticator } from "./access/principal.ts";
import { createApp } from "./http/create-app.ts";
import type { Projects } from "./projects/projects.ts";
import { SingleProject } from "./projects/single-project.ts";
import { createRpc } from "./rpc/create-rpc.ts";

export interface ServerOptions {
  /** The workspace of a server of one project. The caller closes it, after the server. */
  readonly workspace?: Workspace;
  /** The projects of a server of several. The server closes them. */
  readonly projects?: Projects;
  /** Finds out who sent a request. Default: everybody may do everything, so that the server must only be reachable from its own machine. */
  readonly authenticator?: Authenticator;
  /** Default: nothing is logged. */
  readonly log?: Logger;
}

/** A server that is not yet bound to an address. */
export interface PreceptServer extends AsyncDisposable {
  /** Answers a request of REST, Connect or gRPC-Web. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request of an HTTP/1.1 or HTTP/2 server of Node: REST, Connect, gRPC-Web or gRPC, which needs HTTP/2. */
  readonly nodeHandler: (request: IncomingMessage | Http2ServerRequest, response: ServerResponse | Http2ServerResponse) => void;
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
  projects = workspace === undefined ? undefined : new SingleProject(workspace),
  authenticator = trustEveryRequest,
  log = pino({ level: "silent" }),
}: ServerOptions): PreceptServer {
  if (projects === undefined) throw new TypeError("createServer needs a workspace or projects.");
  const admission = createAdmission({ authenticator });
  const app = createApp({ projects, admission, log });
  const rpc = createRpc({ projects, admission, log });
  const listener = getRequestListener(app.fetch);
  return {
    nodeHandler(request, response) {
      if (!rpc.answerNode(request, response)) void listener(request, response);
    },
    fetch: async (request) => rpc.fetch(request) ?? app.fetch(request),
    async [Symbol.asyncDispose]() {
      await projects[Symbol.asyncDispose]();
    },
  };
}
