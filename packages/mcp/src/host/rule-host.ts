import {
  agentPromptFormat,
  withoutUndefined,
  type Cancellable,
  type PromptFormat,
  type ResolveRequest,
  type Resolution,
  type Rule,
  type RuleInput,
  type Scope,
  type SearchQuery,
  type SearchResult,
  type Tenant,
} from "@precept/core";
import { forgetOwnRule, rememberRule, type Remembered, type Workspace } from "@precept/workspace";

/** A request for rules. Its tenant and session are those of the host. */
export type HostResolveRequest = Pick<ResolveRequest, "prompt" | "files" | "include">;

export interface HostResolveOptions extends Cancellable {
  /** Whether to count the applied rules as used. False for explanations, and for further pages of one answer. */
  readonly countUse: boolean;
}

/** A search for rules. Its tenant and session are those of the host. */
export type HostSearchQuery = Pick<SearchQuery, "text" | "limit" | "cursor">;

/** A rule that a client wants to add. */
export type HostRule = Pick<RuleInput, "description" | "inclusion" | "globs" | "priority"> &
  Pick<Rule, "content" | "scope"> & {
    /** Default: the first words of the text. */
    readonly name?: string;
    /** The name or the id of a rule that it supersedes. The session's own rule gets the new text instead. */
    readonly replaces?: string;
  };

/** The outcome of adding a rule, as `rememberRule` of `@precept/workspace` returns it. */
export interface HostRemembered {
  readonly outcome: Remembered["outcome"];
  readonly rule: Rule;
}

/** Adds rules for a session. */
export interface RuleWriter {
  /** The scopes at which the session may add rules. The first one is the default. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /** Adds a rule. @throws PreceptError `RULE_SIMILAR`, `RULE_EXISTS`, `RULE_INVALID` and others, for the agent. */
  add(rule: HostRule, options?: Cancellable): Promise<HostRemembered>;
  /** Deletes a rule that an agent added and no person has accepted. @throws PreceptError `RULE_NEEDS_PERSON` for others */
  forget(reference: string, options?: Cancellable): Promise<Rule>;
}

/** The rules that an MCP session sees: its tenant's and its own. Create one with `ruleHostOf`, or implement it. */
export interface RuleHost {
  /** Decides which rules apply to a request of the session. */
  resolve(request: HostResolveRequest, options: HostResolveOptions): Promise<Resolution>;
  /** Lists all rules that the session sees, also disabled and pending ones, by name and precedence. */
  list(): Promise<readonly Rule[]>;
  /** Searches the active rules that the session sees. */
  search(query: HostSearchQuery, options?: Cancellable): Promise<SearchResult>;
  /** The format of prompt sections. Default `compact`, which has the fewest tokens. */
  readonly format?: PromptFormat | undefined;
  /** Calls the listener when rules that the session sees may have changed. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Absent: the session must not add rules. */
  readonly writer?: RuleWriter;
}

/** Whose rules a session sees, and which it may add. */
export interface RuleHostOptions {
  /** The project and the user. Default: from the workspace's settings. */
  readonly tenant?: Tenant;
  /** The id of the session, whose rules are seen too. Default: no session. */
  readonly session?: string;
  /** The scopes at which rules may be added, the default first. Default: none, so that the session only reads. */
  readonly scopes?: readonly Scope[];
  /** The tool that the rules are for, such as `claude`. Default: from the workspace's settings, else all tools. */
  readonly tool?: string;
  /** Where added rules come from, for their `source`. Default `mcp`. */
  readonly source?: string;
}

/**
 * Makes a host of the rules of a workspace, for one tenant and one session. It never returns a rule of another tenant
 * or another session.
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
        // The tools and the instructions of the server list these rules.
        {
          ...resolving,
          ...(resolving.countUse && { channel: "mcp" }),
          requestBy: "none",
          format: workspace.settings.answer.format ?? agentPromptFormat,
        },
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
    add: ({ replaces, ...rule }, { signal } = {}) =>
      workspace.withStores(tenant, async (stores) => {
        const ofSession = rule.scope === "session" ? { session } : {};
        const replaced = replaces === undefined ? [] : [replaces];
        const options = { author: "agent", replaces: replaced, ...ofSession, signal } as const;
        const { outcome, stored } = await rememberRule({ workspace, tenant, stores }, { ...rule, source }, options);
        return { outcome, rule: stored.rule };
      }),
    forget: (reference, { signal } = {}) =>
      workspace.withStores(tenant, (stores) =>
        forgetOwnRule({ workspace, tenant, stores }, reference, { session, source, signal }),
      ),
  };
}
