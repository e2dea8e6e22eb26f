import type {
  Cancellable,
  PromptFormat,
  ResolveRequest,
  Resolution,
  Rule,
  RuleInput,
  Scope,
  SearchQuery,
  SearchResult,
} from "@precept/core";

/** A request for rules. Its tenant and session are those of the host. */
export type HostResolveRequest = Pick<ResolveRequest, "prompt" | "files" | "include">;

export interface HostResolveOptions extends Cancellable {
  /** Whether to count the applied rules as used. False for explanations, and for further pages of one answer. */
  readonly countUse: boolean;
}

/** A search for rules. Its tenant and session are those of the host. */
export type HostSearchQuery = Pick<SearchQuery, "text" | "limit" | "cursor">;

/** A rule that a client wants to add. */
export type HostRule = Pick<RuleInput, "name" | "description" | "content" | "inclusion" | "globs" | "priority"> & {
  readonly scope: Scope;
};

/** Adds rules for a session. */
export interface RuleWriter {
  /** The scopes at which the session may add rules. The first one is the default. */
  readonly scopes: readonly [Scope, ...Scope[]];
  /**
   * Adds a rule at one of the scopes.
   *
   * @throws PreceptError `RULE_NAME_INVALID`, `RULE_EXISTS`, `RULE_INVALID` and others, for the calling agent.
   */
  add(rule: HostRule, options?: Cancellable): Promise<Rule>;
}

/** The rules that an MCP session sees: those of its tenant, and those of the session itself. Create one with `ruleHostOf`, or implement it. */
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
