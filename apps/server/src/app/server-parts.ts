import type { SharedState } from "@precept/core";
import type { Logger } from "pino";
import type { Admission } from "../access/admission.ts";
import type { ConsoleSessions } from "../access/console-sessions.ts";
import type { Limits } from "../access/limits.ts";
import type { StreamRegistry } from "../events/stream-registry.ts";
import type { McpSessions } from "../mcp/sessions.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import type { OidcLogin } from "../oidc/create-oidc-login.ts";
import type { Projects } from "../projects/projects.ts";

/** What the routes and the calls of a server share. */
export interface ServerParts {
  readonly projects: Projects;
  readonly admission: Admission;
  /** The origins of web pages that may read the answers. */
  readonly allowedOrigins: readonly string[];
  readonly limits: Limits;
  readonly log: Logger;
  readonly metrics: ServerMetrics;
  readonly streams: StreamRegistry;
  readonly sessions: McpSessions;
  /** What several servers share. */
  readonly state: SharedState | undefined;
  /** The logins of browsers. */
  readonly consoleSessions: ConsoleSessions;
  /** Logins with an OpenID Connect provider. */
  readonly oidc: OidcLogin | undefined;
  /** The path of the built console. */
  readonly consoleFile: string | undefined;
  /** Whether requests need a token or a login. */
  readonly isAuthenticated: boolean;
  /** Aborted when load balancers should send no more requests. */
  readonly draining: AbortSignal;
  /** Aborted when the server begins to shut down. */
  readonly stopping: AbortSignal;
}
