import { getRequestListener } from "@hono/node-server";
import type { SharedState } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { Hono } from "hono";
import { pino, type Logger } from "pino";
import { createAdmission, type AdmissionOptions } from "./access/admission.ts";
import { defaultLimits } from "./access/limits.ts";
import type { EventOptions, StreamLimits } from "./events/options.ts";
import { ConsoleSessions } from "./access/console-sessions.ts";
import { StreamRegistry } from "./events/stream-registry.ts";
import { createApp } from "./app/create-app.ts";
import type { ServerParts } from "./app/server-parts.ts";
import type { NodeHandler } from "./listen/open-requests.ts";
import { deletesSessionRules, McpSessions, type McpSessionLimits } from "./mcp/sessions.ts";
import { metricsType } from "./metrics/prometheus.ts";
import { ServerMetrics } from "./metrics/server-metrics.ts";
import { createOidcLogin } from "./oidc/create-oidc-login.ts";
import type { OidcOptions } from "./oidc/options.ts";
import type { Projects } from "./projects/projects.ts";
import { SingleProject } from "./projects/single-project.ts";
import { createRpc } from "./rpc/create-rpc.ts";

export interface ServerOptions extends AdmissionOptions {
  /** The workspace of a server of one project. The caller closes it, after the server. */
  readonly workspace?: Workspace;
  /** The projects of a server of several. The server closes them. */
  readonly projects?: Projects;
  /** Limits of the streams of events. `projects` have limits of their own for their channels. */
  readonly events?: EventOptions & StreamLimits;
  /** Limits of the sessions of MCP clients. */
  readonly mcp?: McpSessionLimits;
  /** Lets users log in to the console with an OpenID Connect provider. It needs an `authenticator`. Default: with tokens only. */
  readonly oidc?: OidcOptions;
  /** The path of the built console. Default: in the package `@precept/console`. */
  readonly consoleFile?: string;
  /** What several servers share. The workspace must have been opened with it, too. Default: this server has its own state. */
  readonly state?: SharedState | undefined;
  /** Default: nothing is logged. */
  readonly log?: Logger;
  /** The numbers of `/metrics`. The caller closes them. Default: new ones, which the server closes. */
  readonly metrics?: ServerMetrics;
}

/** A server that is not yet bound to an address. */
export interface PreceptServer extends AsyncDisposable {
  /** Answers a request of REST, MCP, Connect or gRPC-Web. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request of Node's HTTP/1.1 or HTTP/2 server. gRPC needs HTTP/2. */
  readonly nodeHandler: NodeHandler;
  /** Whether requests need a token. If not, the server must only be reachable from its own machine. */
  readonly isAuthenticated: boolean;
  /** Answers a request for metrics without a token, for a separate address that only the monitoring can reach. */
  readonly metricsHandler: NodeHandler;
  /** Makes `/readyz` fail, so that load balancers send no more requests. Everything else is answered as before. */
  readonly drain: () => void;
  /** Begins to shut down: `/readyz` fails, new requests get `SERVER_STOPPING`, and streams of events end. */
  readonly stop: () => void;
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
  mcp = {},
  metrics: given,
  state,
  projects = workspace === undefined ? undefined : new SingleProject(workspace, events, state),
  log = pino({ level: "silent" }),
  consoleFile,
  oidc,
  ...access
}: ServerOptions): PreceptServer {
  if (oidc !== undefined && access.authenticator === undefined) {
    throw new TypeError("A server with OpenID Connect needs an authenticator: without one, it trusts every request.");
  }
  if (projects === undefined) throw new TypeError("createServer needs a workspace or projects.");
  const metrics = given ?? new ServerMetrics();
  const [draining, stopping] = [new AbortController(), new AbortController()];
  const streams = new StreamRegistry(events);
  const sessions = new McpSessions(mcp, deletesSessionRules(projects, log));
  const consoleSessions = new ConsoleSessions({ state, authenticator: access.authenticator });
  const admission = createAdmission({ rates: state?.rates, ...access }, consoleSessions);
  const isAuthenticated = access.authenticator !== undefined;
  metrics.observeProjects(projects);
  metrics.observeSessions(sessions);
  const parts: ServerParts = {
    projects,
    admission,
    allowedOrigins: access.allowedOrigins ?? [],
    limits: { ...defaultLimits, ...access.limits },
    log,
    metrics,
    streams,
    sessions,
    state,
    consoleSessions,
    oidc: oidc === undefined ? undefined : createOidcLogin(oidc),
    consoleFile,
    isAuthenticated,
    draining: draining.signal,
    stopping: stopping.signal,
  };
  const app = createApp(parts);
  const rpc = createRpc(parts);
  const listener = getRequestListener(app.fetch);
  const metricsApp = new Hono().get("/metrics", async (c) =>
    c.text(await metrics.format(), 200, { "content-type": metricsType }),
  );
  const metricsListener = getRequestListener(metricsApp.fetch);
  const drain = (): void => draining.abort();
  const stop = (): void => {
    drain();
    stopping.abort();
    streams.close();
    sessions.close();
    consoleSessions.close();
  };
  return {
    isAuthenticated,
    drain,
    stop,
    metricsHandler: (request, response) => void metricsListener(request, response),
    nodeHandler(request, response) {
      if (!rpc.answerNode(request, response)) void listener(request, response);
    },
    fetch: async (request) => rpc.fetch(request) ?? app.fetch(request),
    async [Symbol.asyncDispose]() {
      stop();
      await projects[Symbol.asyncDispose]();
      if (given === undefined) await metrics[Symbol.asyncDispose]();
    },
  };
}
