import type { Diagnostic } from "../model/diagnostic.ts";
import type { Inclusion } from "../model/inclusion.ts";
import type { Rule } from "../model/rule.ts";
import type { Scope } from "../model/scope.ts";
import type { RuleStatus } from "../model/status.ts";
import type { Cancellable } from "./cancellable.ts";

/**
 * What a store can do besides listing rules. If a flag is false, the calls that need the capability throw `STORE_CAPABILITY_MISSING`.
 */
export interface StoreCapabilities {
  /** Supports `save` and `delete`. */
  readonly write: boolean;
  /** Finds rules by text. Without it, `relevant` rules of default authority never apply. */
  readonly search: boolean;
  /** Supports `history`. The store then increments `version` with every save. */
  readonly history: boolean;
  /** Supports `recordUse` and `usage`. */
  readonly usage: boolean;
  /** Supports `apply`. */
  readonly transactions: boolean;
}

/** A rule with its revision. */
export interface StoredRule {
  readonly rule: Rule;
  /** Changes with every write. `save` and `delete` compare it. */
  readonly revision: string;
  /** The position in the listing. Pass it to `list` to continue after this rule. */
  readonly cursor: string;
}

/** A revision of a rule. */
export interface RuleRevision {
  readonly rule: Rule;
  readonly revision: string;
  /** Whether the revision is the deletion of the rule. `rule` is then its last state. */
  readonly deleted: boolean;
}

/** How often a rule was part of a resolution. */
export interface RuleUsage {
  readonly count: number;
  /** ISO 8601. */
  readonly lastUsedAt: string;
}

/** Which rules to list. A rule has to match every given field. */
export interface RuleFilter {
  readonly scope?: Scope;
  readonly inclusion?: Inclusion;
  readonly name?: string;
  readonly enabled?: boolean;
  /** Rules with one of these statuses. Default: all. */
  readonly status?: readonly RuleStatus[];
  readonly category?: NonNullable<Rule["category"]>;
  readonly authority?: Rule["authority"];
  /** Rules of this project and rules of no project. */
  readonly projectId?: string;
  /** Rules of this user and rules of no user. */
  readonly userId?: string;
  /** Rules for this tool and rules for all tools. */
  readonly target?: string;
  /** Rules for this context and rules for all contexts. */
  readonly context?: string;
  /** Rules with all of these tags. */
  readonly tags?: readonly string[];
}

export interface ListOptions extends Cancellable {
  readonly filter?: RuleFilter;
  /** Continues after the rule with this cursor. */
  readonly cursor?: string;
  /** The maximum number of rules. Default: all. */
  readonly limit?: number;
}

export interface SaveOptions extends Cancellable {
  /** The current revision of the rule. Absent: the rule must not exist yet. */
  readonly revision?: string | undefined;
  /**
   * Whether to reject a new rule if the store has one with its name in the same scope, for the same user and project. If several processes create
   * rules with one name, one of them succeeds. Default false: the store saves both.
   */
  readonly uniqueName?: boolean | undefined;
}

export interface DeleteOptions extends Cancellable {
  /** The current revision of the rule. Absent: delete any revision. */
  readonly revision?: string | undefined;
}

/** A write of a transaction. */
export type RuleWrite =
  | {
      readonly kind: "save";
      readonly rule: Rule;
      readonly revision?: string | undefined;
      readonly uniqueName?: boolean | undefined;
    }
  | { readonly kind: "delete"; readonly id: string; readonly revision?: string | undefined };

/** A change of a store. Both lists are empty if only its diagnostics changed. */
export interface StoreChange {
  /** New and changed rules. */
  readonly saved: readonly Rule[];
  /** The ids of deleted rules. */
  readonly deleted: readonly string[];
}

/**
 * Stores rules. Implementations guarantee:
 *
 * - Returned rules never change. The store copies rules that it receives.
 * - `list` yields each rule once, ordered by id (by code point), and each as it was at one point in time.
 * - A write is visible to later calls and to subscribers when its promise resolves. A rejected write changes nothing.
 * - An error of a listener affects neither the write nor other listeners.
 * - Disposal ends subscriptions. Later calls throw `STORE_CLOSED`.
 */
export interface RuleStore extends AsyncDisposable {
  /** Identifies the store in `origin.store`, messages and traces. */
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  /** Lists rules in the order of their ids. */
  list(options?: ListOptions): AsyncIterable<StoredRule>;
  /** Returns the rule with an id; undefined if there is none. */
  get(id: string, options?: Cancellable): Promise<StoredRule | undefined>;
  /**
   * Creates a rule, or replaces its current revision. A store may assign its own id to a new rule, for example by its path.
   *
   * @returns the stored rule.
   * @throws PreceptError `RULE_CONFLICT` if the revision is not the current one, `RULE_INVALID` if the rule is invalid or would supersede itself
   *   through `replaces`, `RULE_EXISTS` if `uniqueName` is set and the name is taken.
   */
  save(rule: Rule, options?: SaveOptions): Promise<StoredRule>;
  /**
   * Deletes a rule.
   *
   * @returns whether the rule existed.
   * @throws PreceptError `RULE_CONFLICT` if the revision is not the current one.
   */
  delete(id: string, options?: DeleteOptions): Promise<boolean>;
  /**
   * Applies several writes in one transaction.
   *
   * @returns the saved rules, in the order of the writes.
   */
  apply(writes: readonly RuleWrite[], options?: Cancellable): Promise<readonly StoredRule[]>;
  /** The revisions of a rule, newest first, including the current one and a deletion. Empty if the store never had the rule. */
  history(id: string, options?: Cancellable): AsyncIterable<RuleRevision>;
  /**
   * Increments the usage count of rules. The store may write the counts later in batches, at the latest on disposal.
   *
   * @param at ISO 8601.
   */
  recordUse(ids: readonly string[], at: string, options?: Cancellable): Promise<void>;
  /** The usage of rules. Rules that were never used are missing from the result. */
  usage(ids: readonly string[], options?: Cancellable): Promise<ReadonlyMap<string, RuleUsage>>;
  /** Reads the rules again and publishes changes. */
  reload(options?: Cancellable): Promise<void>;
  /** The problems of the rule files, as of the last read. */
  diagnostics(): readonly Diagnostic[];
  /** Calls a listener after every change. Returns the function that ends the subscription. */
  subscribe(listener: (change: StoreChange) => void): () => void;
}
