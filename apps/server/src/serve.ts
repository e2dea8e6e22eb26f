import { setTimeout } from "node:timers/promises";
import { PreceptError, withoutUndefined, type SharedState } from "@precept/core";
import type { Logger } from "pino";
import type { Limits } from "./access/limits.ts";
import { loadServerConfig, type ConfigSources, type LoadedServerConfig } from "./config/load-server-config.ts";
import { readOidcOptions } from "./config/oidc-options.ts";
import { createServer, type PreceptServer } from "./create-server.ts";
import { mcpPath } from "./app/mount-mcp.ts";
import { projectBases } from "./app/serve-project.ts";
import { listen, type Listening } from "./listen/listen.ts";
import { defaultGraceMs, defaultHost, defaultPort } from "./listen/options.ts";
import { createLog } from "./log/create-log.ts";
import { ServerMetrics } from "./metrics/server-metrics.ts";
import { HostedProjects } from "./projects/hosted-projects.ts";
import type { OidcOptions } from "./oidc/options.ts";
import type { Projects } from "./projects/projects.ts";
import { openRates, openState } from "./state/open-state.ts";
import { startExporting } from "./telemetry/start-exporting.ts";
import { systemUser } from "./system-user.ts";
import { createTokenAuthenticator, type TokenAuthenticator } from "./tokens/token-authenticator.ts";
import { tokenFileIn } from "./tokens/token-file.ts";
import { sharedTokens } from "./tokens/token-store.ts";

export { checkHealth } from "./listen/check-health.ts";
export { waitForStopSignal } from "./stop-signals.ts";

export interface ServeOptions extends ConfigSources {
  /** Writes the address, to standard output. */
  readonly out: (text: string) => void;
  /** Writes the log, to standard error. */
  readonly err: (text: string) => void;
  /** Whether standard error is a terminal. */
  readonly isTerminal: boolean;
  /** Resolves when the server has to stop. */
  readonly stopped: Promise<unknown>;
}

/**
 * Runs a server until it is stopped: reads its configuration, listens, prints its address, and shuts down. Requests in
 * flight are finished, and all databases are closed.
 *
 * @throws PreceptError `SERVER_CONFIG_INVALID`, `BIND_REFUSED`, `ADDRESS_IN_USE`, `ADDRESS_UNAVAILABLE`, `TLS_INVALID`
 * or `TOKEN_FILE_INVALID`.
 */
export async function serve({ out, err, isTerminal, stopped, ...sources }: ServeOptions): Promise<void> {
  const config = loadServerConfig(sources);
  const log = createLog({
    format: config.log?.format ?? (isTerminal ? "pretty" : "json"),
    level: config.log?.level ?? "info",
    write: err,
  });
  const unfinished = await run(config, log, { out, stopped, env: sources.env });
  log.info({ unfinished_requests: unfinished }, "stopped");
}

async function run(
  config: LoadedServerConfig,
  log: Logger,
  { out, stopped, env }: Pick<ServeOptions, "out" | "stopped" | "env">,
): Promise<number> {
  const warn = (reason: string): void => log.warn({ reason }, "secret exposed");
  await using state = await openState(config.state, env, warn);
  await using rates = await openRates(config.state, env, warn);
  await using tokens = await openTokens(config, state, log);
  await using exporting = await startExporting(env, (problem) => log.warn({ reason: problem }, "telemetry not sent"));
  await using metrics = new ServerMetrics(exporting.readers);
  const projects = openProjects(tokens.isRequired ? { ...config, user: undefined } : config, state, log);
  const access = tokens.isRequired ? { authenticator: tokens.authenticator } : withoutUndefined({ defaultUser: systemUser() });
  await using server = createServer({
    projects,
    log,
    metrics,
    ...access,
    ...withoutUndefined({ oidc: openOidc(config, env, warn) }),
    ...withoutUndefined({ allowedHosts: config.allowed_hosts, allowedOrigins: config.allowed_origins }),
    limits: limitsOf(config.limits),
    state,
    ...withoutUndefined({ rates }),
    events: withoutUndefined({ maxStreams: config.limits?.streams, maxStreamsPerToken: config.limits?.streams_per_token }),
  });
  const listening = await start(server, config, metrics);
  const urls = listening.map(({ url }) => url);
  out(`Precept is listening on ${urls.join(" and ")}\n${describeMcp(urls[0], projects)}`);
  log.info({ urls, tokens: tokens.isRequired, projects: projects.ids.length }, "started");
  await stopped;
  log.info("stopping");
  server.drain();
  await setTimeout(toMs(config.shutdown_delay));
  await Promise.all(listening.map((one) => one.endListening()));
  server.stop();
  const unfinished = await Promise.all(listening.map((one) => one.close()));
  return unfinished.reduce((sum, count) => sum + count, 0);
}

/** Says where MCP clients connect. They cannot connect to a Unix socket. */
function describeMcp(url: string | undefined, projects: Projects): string {
  if (url === undefined || url.startsWith("unix:")) return "";
  return `MCP clients connect to ${url}${projectBases(projects).at(-1)}${mcpPath}\n`;
}

function limitsOf(limits: LoadedServerConfig["limits"] = {}): Partial<Limits> {
  return withoutUndefined({
    bodyBytes: limits.body_bytes,
    jsonDepth: limits.json_depth,
    requestsPerMinute: limits.requests_per_minute,
    failedAuthenticationsPerMinute: limits.failed_authentications_per_minute,
    concurrencyPerClient: limits.concurrency_per_client,
    concurrency: limits.concurrency,
  });
}

function openProjects(config: LoadedServerConfig, state: SharedState | undefined, log: Logger): HostedProjects {
  const { projects = [], projects_dir: parent, home, user, trusted_dirs: trustedDirs, idle_project: idle, managedDir } = config;
  const watchBackend = config.watch?.backend;
  return new HostedProjects({
    dirs: projects.map(({ id, dir }) => ({ dir, ...withoutUndefined({ id }) })),
    ...withoutUndefined({ parent, idleMs: toMs(idle) }),
    // Users create rules of their own through the server.
    workspace: {
      home,
      userDirs: "writable",
      // All given, so that the environment has been read once. A server with tokens has no user.
      user,
      trustedDirs: trustedDirs ?? [],
      managedPolicyDirs: managedDir === undefined ? [] : [managedDir],
      ...withoutUndefined({ watchBackend }),
    },
    ...withoutUndefined({ state }),
    log,
  });
}

/** @throws PreceptError `SERVER_CONFIG_INVALID` if the secret is missing, since the configuration was checked. */
function openOidc(
  { oidc }: LoadedServerConfig,
  env: ServeOptions["env"],
  warn: (warning: string) => void,
): OidcOptions | undefined {
  const options = readOidcOptions(oidc, env, warn);
  if (options !== undefined && "missing" in options) {
    throw new PreceptError("SERVER_CONFIG_INVALID", { problems: [`oidc: ${options.missing}.`] });
  }
  return options;
}

interface Tokens extends AsyncDisposable {
  readonly authenticator: TokenAuthenticator;
  /** Whether every request needs a token or a login: there are tokens, or the configuration says where they are or has a provider. */
  readonly isRequired: boolean;
}

/** How often a server without tokens looks for them, in milliseconds. */
const tokenCheckMs = 1000;

async function openTokens(
  { tokens, home, oidc }: LoadedServerConfig,
  state: SharedState | undefined,
  log: Logger,
): Promise<Tokens> {
  const path = tokens ?? (state === undefined ? tokenFileIn(home) : sharedTokens(state));
  const authenticator = await createTokenAuthenticator({
    path,
    onInvalid: (error) => log.error({ reason: error.message }, "tokens not usable"),
  });
  const isRequired = typeof path !== "string" || tokens !== undefined || oidc !== undefined || authenticator.size > 0;
  // The routes and checks of a server without tokens differ, so it does not begin to require them.
  const timer = setInterval(() => {
    if (isRequired || authenticator.size === 0) return;
    clearInterval(timer);
    log.warn("tokens were created: restart the server to require them");
  }, tokenCheckMs).unref();
  return {
    authenticator,
    isRequired,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await authenticator[Symbol.asyncDispose]();
    },
  };
}

/** Listens on the address of the server, and on that of the metrics if there is one. */
async function start(server: PreceptServer, config: LoadedServerConfig, metrics: ServerMetrics): Promise<readonly Listening[]> {
  const { host = defaultHost, port = defaultPort, socket, tls, limits, shutdown_grace: grace } = config;
  const main = await listen(server, {
    ...(socket === undefined ? { host, port } : { socket }),
    ...withoutUndefined({ tls }),
    limits: withoutUndefined({
      connections: limits?.connections,
      headersMs: toMs(limits?.headers_timeout),
      requestMs: toMs(limits?.request_timeout),
    }),
    graceMs: toMs(grace) ?? defaultGraceMs,
  });
  metrics.observeOpenRequests(main.requests);
  if (config.metrics?.port === undefined) return [main];
  try {
    // Public addresses are allowed: that is the purpose of the setting.
    const handler = { nodeHandler: server.metricsHandler, isAuthenticated: true };
    const second = await listen(handler, { host: config.metrics.host ?? defaultHost, port: config.metrics.port, graceMs: 0 });
    return [main, second];
  } catch (error) {
    await main.close();
    throw error;
  }
}

function toMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Returns the lines to print for an error of {@link serve}, for programs without a better way. */
export function describeServeError(error: unknown): string {
  if (!PreceptError.is(error))
    return `precept: unexpected error, please report it: ${error instanceof Error ? error.stack : String(error)}\n`;
  return `error: ${error.message}\n${error.hint === undefined ? "" : `hint: ${error.hint}\n`}`;
}
