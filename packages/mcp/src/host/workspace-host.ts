import { randomUUID } from "node:crypto";
import type { SessionType } from "@precept/agent-context";
import { PreceptError, type Scope } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { ruleEngineHostOf, type EngineHostOptions } from "./rule-engine-host.ts";
import type { PreceptHost } from "./precept-host.ts";
import { contextHostOf } from "./context-host.ts";
import { ruleHostOf } from "./rule-host.ts";

/** What the client of a workspace may do. */
export interface WorkspaceHostOptions extends EngineHostOptions {
  /** Whether clients can add rules. Default true: for the session, and for project and user if they can be stored. */
  readonly mayRemember?: boolean;
  /**
   * The type of the session, to serve the agent context as well: `main` if only the owner sees what the agent receives.
   * `mayRemember` decides whether it may write its memory and notes. Default: the context is not served.
   */
  readonly sessionType?: SessionType;
  /** The tool that the rules are for, such as `claude`. Default: that of the workspace's settings, else all tools. */
  readonly tool?: string;
}

/** A host of a workspace. Disposing of it ends its session, whose rules are deleted. */
export interface WorkspaceHost extends PreceptHost, AsyncDisposable {
  /** The id of its session, which is new. */
  readonly session: string;
}

/**
 * Makes a host of a workspace for the workspace's own user, in a new session, with everything that the workspace
 * has.
 *
 * @example
 * ```ts
 * import { hostOfWorkspace, servePreceptOnStdio } from "@precept/mcp";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".", { watch: true });
 * await using host = hostOfWorkspace(workspace);
 * await servePreceptOnStdio(host).closed;
 * ```
 */
export function hostOfWorkspace(workspace: Workspace, options: WorkspaceHostOptions = {}): WorkspaceHost {
  const { mayRemember = true, sessionType, tool } = options;
  const session = randomUUID();
  const scopes = mayRemember ? scopesOf(workspace) : [];
  return {
    session,
    rules: ruleHostOf(workspace, { session, scopes, ...(tool !== undefined && { tool }) }),
    policies: ruleEngineHostOf(workspace, { registrant: { client: session, session }, ...options }),
    ...(sessionType !== undefined && { context: contextHostOf(workspace, { sessionType, session, mayWrite: mayRemember }) }),
    [Symbol.asyncDispose]: () => deleteSessionRules(workspace, session),
  };
}

/** Global rules apply to all projects of the user, so an agent in one project cannot add them. */
const storedScopes: readonly Scope[] = ["project", "user"];

function scopesOf(workspace: Workspace): readonly Scope[] {
  return ["session", ...(workspace.isReadOnly ? [] : storedScopes.filter((scope) => accepts(workspace, scope)))];
}

function accepts(workspace: Workspace, scope: Scope): boolean {
  if (scope === "user" && workspace.settings.user === undefined) return false;
  try {
    workspace.storeFor(scope);
    return true;
  } catch (error) {
    if (PreceptError.is(error)) return false;
    throw error;
  }
}

/** Deletes the rules of a session that has ended. */
export async function deleteSessionRules(workspace: Workspace, session: string): Promise<void> {
  try {
    const rules = (await workspace.list()).filter(({ origin }) => origin.session === session);
    await workspace.storeFor("session").apply(rules.map(({ id }) => ({ kind: "delete", id })));
  } catch (error) {
    // A closed workspace has deleted the rules of all sessions.
    if (!PreceptError.is(error, "RULEBOOK_CLOSED") && !PreceptError.is(error, "STORE_CLOSED")) throw error;
  }
}
