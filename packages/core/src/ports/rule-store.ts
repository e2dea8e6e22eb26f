import type { Diagnostic } from "../model/diagnostic.ts";
import type { Rule } from "../model/rule.ts";
import type { StoreState } from "../model/store-state.ts";
import type { Tenant } from "../model/tenant.ts";
import type { PreceptError } from "../model/error.ts";
import type { Cancellable } from "./cancellable.ts";
import type { RuleFilter } from "./rule-filter.ts";
import type { RuleSearch } from "./rule-search.ts";
import type { SearchedRules } from "./searched-rules.ts";
import type { StoredRule, StoredRuleId } from "./stored-rule.ts";

/**
 * What a store can do besides listing rules. If one of the required flags up to `positions` is false, the calls that need the
 * capability throw `STORE_CAPABILITY_MISSING`. The others are guarantees that a remote store may not be able to give.
 */
export interface StoreCapabilities {
  /** Supports `save`, `delete` and `writeMany`. */
  readonly write: boolean;
  /** Supports `search`. Without it, the rulebook searches with its own index, which costs memory. */
  readonly search: boolean;
  /** Whether `search` can find rules by meaning, if the store has an embedder. Default: the same as `search`. */
  readonly meaning?: boolean;
  /** Supports `history` and `pruneHistory`, and increments `version` when a rule's text changes, see `isNewVersion`. */
  readonly history: boolean;
  /** Supports `recordUse` and `usage`. */
  readonly usage: boolean;
  /** Supports `apply`. */
  readonly transactions: boolean;
  /**
   * Supports `hasReached`: all processes that have the store open know the same positions. Without it, a position is only
   * known to the process that returned it.
   */
  readonly positions: boolean;
  /** Lists rules by id, in code point order. Without it, the order is stable, but differs between stores. */
  readonly orderedIds: boolean;
  /** Every stored rule has a cursor. Without it, only rules from `list` have one, and `cursor` is empty elsewhere. */
  readonly ruleCursors: boolean;
  /** Rejects a rule that would supersede itself through `replaces`. Without it, such a cycle has no effect. */
  readonly cycleChecks: boolean;
}

/** A revision of a rule. */
export interface RuleRevision {
  readonly rule: Rule;
  readonly revision: string;
  /** Whether the revision is the deletion of the rule. `rule` is then its last state. */
  readonly deleted: boolean;
  /** When it was written, ISO 8601. Absent if the store has no clock. */
  readonly at?: string;
  /** Why it was written. */
  readonly reason?: string;
}

/** A use of rules: they were part of a resolution. */
export interface RuleUse {
  readonly ids: readonly string[];
  /** ISO 8601. */
  readonly at: string;
  /** The session that used them. Default: unknown. */
  readonly session?: string | undefined;
  /** The tool that used them (`claude`, `cursor`, …). Default: unknown. */
  readonly tool?: string | undefined;
  /** How many uses this counts as: a whole number, 1 or more. Default 1. */
  readonly count?: number | undefined;
}

/** How often a rule was part of a resolution. */
export interface RuleUsage {
  readonly count: number;
  /** ISO 8601. */
  readonly lastUsedAt: string;
  /** The session of the last use that named one. */
  readonly lastSession?: string;
  /** The uses by tool. Uses without a tool are only part of `count`. */
  readonly tools: { readonly [tool: string]: number };
}

/** Whether a read may be answered from a cache. */
interface CacheOptions {
  /** Whether a store with a cache reads from the store that it caches. Other stores ignore it. Default false. */
  readonly bypassCache?: boolean | undefined;
}

export interface ListOptions extends Cancellable, CacheOptions {
  readonly filter?: RuleFilter;
  /** Continues after the rule with this cursor. */
  readonly cursor?: string;
  /** The maximum number of rules. Default: all. */
  readonly limit?: number;
}

export interface SaveOptions extends Cancellable {
  /** The current revision of the rule. Absent: the rule must not exist yet. */
  readonly revision?: string | undefined;
  /** Whether to create the rule or to replace any revision of it. Cannot be combined with `revision`. Default false. */
  readonly upsert?: boolean | undefined;
  /**
   * Whether to reject a new rule if the store has one with its name in the same scope, for the same user and project.
   * If several processes create rules with one name, one of them succeeds. Default false: the store saves both.
   */
  readonly uniqueName?: boolean | undefined;
  /** Why the rule is changed, for its history. Default: no reason. */
  readonly reason?: string | undefined;
}

export interface DeleteOptions extends Cancellable {
  /** The current revision of the rule. Absent: delete any revision. */
  readonly revision?: string | undefined;
}

/** A write of `apply` or `writeMany`. */
export type RuleWrite =
  | ({ readonly kind: "save"; readonly rule: Rule } & Omit<SaveOptions, "signal">)
  | { readonly kind: "delete"; readonly id: string; readonly revision?: string | undefined };

/** The result of one write of `writeMany`. */
export type RuleWriteResult =
  | { readonly kind: "saved"; readonly stored: StoredRule }
  | { readonly kind: "deleted"; readonly existed: boolean }
  | { readonly kind: "rejected"; readonly error: PreceptError };

/** Options of reads of single rules. */
export interface ReadOptions extends Cancellable, CacheOptions {
  /** Only returns rules that are visible to this tenant. Default: rules of all tenants. */
  readonly tenant?: Tenant | undefined;
}

export interface HistoryOptions extends ReadOptions {
  /** Continues with the revisions before this one. */
  readonly before?: string | undefined;
  /** The maximum number of revisions. Default: all. */
  readonly limit?: number | undefined;
}

/** Which revisions to remove. Exceeding one limit is enough. The current revision of a rule is never removed. */
export interface PruneOptions extends Cancellable {
  /** How many revisions of each rule to retain, including the current one. Default: all. */
  readonly maxRevisions?: number | undefined;
  /** Removes revisions that were replaced before this time, ISO 8601. Default: none. */
  readonly replacedBefore?: string | undefined;
}

/**
 * Rules that changed between two positions of the feed.
 *
 * A position is a token: an opaque text that changes with every change of the store. A change whose `after` is not the
 * position of the subscriber is late, or follows a lost one. The subscriber then asks `changesSince` what happened
 * since its own position.
 */
export interface StoreChange {
  readonly kind: "changed";
  /** The position before the change. */
  readonly after: string;
  /** The position after the change. */
  readonly token: string;
  /** New and changed rules. */
  readonly saved: readonly StoredRule[];
  /** The ids of deleted rules, and of rules that no longer pass the filter of the subscription. */
  readonly deleted: readonly string[];
  /** The ids of changed rules that are left out, such as to limit the size. Read them with `getMany`. Default: none. */
  readonly omitted?: readonly string[];
}

/** Any rule may have changed, and the store cannot tell which. List the rules again. */
export interface StoreReset {
  readonly kind: "reset";
  /** The position of the feed. */
  readonly token: string;
}

/** The state or the diagnostics of the store changed. */
export interface StoreStateChange {
  readonly kind: "state";
}

export type StoreEvent = StoreChange | StoreReset | StoreStateChange;

export interface SubscribeOptions {
  /** The rules whose changes are published. No `status`, because it depends on other rules. Default: all rules. */
  readonly filter?: Omit<RuleFilter, "status"> | undefined;
}

/**
 * Stores rules. Implementations guarantee:
 *
 * - Returned rules never change. The store copies rules that it receives.
 * - `list` yields each rule once, and each as it was at one point in time.
 * - A write is visible to later calls and to subscribers when its promise resolves. A rejected write changes nothing.
 * - An error of a listener affects neither the write nor other listeners.
 * - A rule supersedes another one only for those who see both. A listing with the status `superseded` uses the tenant
 *   of its filter; without one, a rule is superseded if all who see it see the rule that replaces it.
 * - Disposal ends subscriptions. Later calls throw `STORE_CLOSED`.
 */
export interface RuleStore extends RuleSearch, AsyncDisposable {
  /** Identifies the store in `origin.store`, messages and traces. */
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  /** Lists rules. */
  list(options?: ListOptions): AsyncIterable<StoredRule>;
  /** Lists the ids and revisions of the rules that `list` would list, to find changes without reading the rules. */
  listIds(options?: ListOptions): AsyncIterable<StoredRuleId>;
  /**
   * Returns the words of all rules, grouped by owner, if a search with them takes less time than listing the rules: for a
   * process that only searches once. Undefined: list the rules. Default: they are listed.
   */
  searchedRules?(options?: Cancellable): Promise<readonly SearchedRules[] | undefined>;
  /** Returns the rule with an id; undefined if there is none. */
  get(id: string, options?: ReadOptions): Promise<StoredRule | undefined>;
  /** Returns the rules with ids, in one call to the store. Unknown ids are missing from the result. */
  getMany(ids: readonly string[], options?: ReadOptions): Promise<ReadonlyMap<string, StoredRule>>;
  /** Returns the position of the feed. Every change of a rule changes it; with a filter, a store may ignore others. */
  etag(options?: SubscribeOptions & Cancellable): Promise<string>;
  /** Returns the current state of each rule changed since a position; a reset if the store no longer knows it. */
  changesSince(token: string, options?: SubscribeOptions & Cancellable): Promise<StoreChange | StoreReset>;
  /**
   * Whether reads of this store include everything up to a position, which another process may have returned. A store
   * that reads from a replica can be behind.
   *
   * @throws PreceptError `POSITION_UNKNOWN` for a position of another store, or of a state that was replaced by a backup.
   */
  hasReached(position: string, options?: Cancellable): Promise<boolean>;
  /**
   * Creates a rule, or replaces its current revision. A store may assign its own id to a new rule, for example by its
   * path.
   *
   * @returns the stored rule.
   * @throws PreceptError `RULE_FIELDS_NOT_STORED` if the file of the rule cannot store a field: nothing is saved then.
   * @throws PreceptError `RULE_CONFLICT` if the revision is not the current one, `RULE_INVALID` if the rule is invalid
   *   or would supersede itself through `replaces`, `RULE_EXISTS` if `uniqueName` is set and the name is taken.
   */
  save(rule: Rule, options?: SaveOptions): Promise<StoredRule>;
  /** Deletes a rule. Returns whether it existed. Throws `RULE_CONFLICT` if the revision is not the current one. */
  delete(id: string, options?: DeleteOptions): Promise<boolean>;
  /** Applies several writes in one transaction. Returns the saved rules, in the order of the writes. */
  apply(writes: readonly RuleWrite[], options?: Cancellable): Promise<readonly StoredRule[]>;
  /** Performs several writes in one call, in order. Unlike in `apply`, a rejected write does not affect the others. */
  writeMany(writes: readonly RuleWrite[], options?: Cancellable): Promise<readonly RuleWriteResult[]>;
  /** The revisions of a rule, newest first, with the current one and a deletion. Empty if the rule never existed. */
  history(id: string, options?: HistoryOptions): AsyncIterable<RuleRevision>;
  /** Removes old revisions, including those of deleted rules. Returns how many were removed. */
  pruneHistory(options: PruneOptions): Promise<number>;
  /** Counts a use of rules. Ignores unknown ids. The store may write the counts later, at the latest on disposal. */
  recordUse(use: RuleUse, options?: Cancellable): Promise<void>;
  /** The usage of rules. Rules that were never used are missing from the result. */
  usage(ids: readonly string[], options?: Cancellable): Promise<ReadonlyMap<string, RuleUsage>>;
  /** Reads the rules again and publishes changes. */
  reload(options?: Cancellable): Promise<void>;
  /** The problems of the rule files, as of the last read. */
  diagnostics(): readonly Diagnostic[];
  /** Whether the store currently returns complete and current rules. */
  state(): StoreState;
  /** Calls a listener after every change. Returns the function that ends the subscription. */
  subscribe(listener: (event: StoreEvent) => void, options?: SubscribeOptions): () => void;
}
