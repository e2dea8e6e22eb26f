import { withoutUndefined, type Scope, type Tenant } from "@precept/core";
import { addRule, type Workspace } from "@precept/workspace";
import type { RuleHost, RuleWriter } from "./rule-host.ts";

/** Whose rules a session sees, and which it may add. */
export interface RuleHostOptions {
  /** The project and the user. Default: those of the workspace's settings. */
  readonly tenant?: Tenant;
  /** The id of the session, whose rules are seen too. Default: no session. */
  readonly session?: string;
  /** The scopes at which rules may be added, the default first. Default: none, so that the session only reads. */
  readonly scopes?: readonly Scope[];
  /** The tool that the rules are for, such as `claude`. Default: that of the workspace's settings, else all tools. */
  readonly tool?: string;
  /** Where added rules come from, for their `source`. Default `mcp`. */
  readonly source?: string;
}

/**
 * Makes a host of the rules of a workspace, for one tenant and one session. It never returns a rule of another tenant or another session.
 *
 * @example
 * ```ts
 * import { ruleHostOf, servePreceptOnStdio } from "@precept/mcp";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".");
 * await servePreceptOnStdio({ rules: ruleHostOf(workspace, { tenant: { userId: "alice" } }) }).closed;
 * ```
 */
export function ruleHostOf(workspace: Workspace, options: RuleHostOptions = {}): RuleHost {
  const { session, tool, scopes: [first, ...others] = [] } = options;
  const { project, user } = workspace.settings;
  const tenant = options.tenant ?? { projectId: project, userId: user };
  return {
    get format() {
      return workspace.settings.answer.format;
    },
    resolve: (request, resolving) =>
      workspace.resolve(
        {
          ...request,
          // Undefined, so that the user of the workspace does not take its place.
          user: tenant.userId,
          project: tenant.projectId,
          ...withoutUndefined({ session, tool }),
        },
        resolving,
      ),
    async list() {
      const rules = await workspace.list({ tenant });
      return rules.filter(({ origin }) => origin.session === undefined || origin.session === session);
    },
    search: (query, searching) =>
      workspace.search({ ...query, filter: { tenant, status: ["active"] } }, { ...searching, session: session ?? null }),
    subscribe: (listener) => workspace.on("rulesChanged", () => listener(), { tenant }),
    ...(first !== undefined && { writer: writerOf(workspace, tenant, [first, ...others], options) }),
  };
}

function writerOf(
  workspace: Workspace,
  tenant: Tenant,
  scopes: RuleWriter["scopes"],
  { session, source = "mcp" }: RuleHostOptions,
): RuleWriter {
  return {
    scopes,
    add: async (rule, { signal } = {}) =>
      workspace.withStores(tenant, async (stores) => {
        const ofSession = rule.scope === "session" ? { session } : {};
        const stored = await addRule({ workspace, tenant, stores }, { ...rule, source }, { ...ofSession, signal });
        return stored.rule;
      }),
  };
}
