import type { Diagnostic } from "../model/diagnostic.ts";
import type { Inclusion } from "../model/inclusion.ts";
import type { Rule } from "../model/rule.ts";
import type { Scope } from "../model/scope.ts";
import type { RuleStatus } from "../model/status.ts";
import type { Cancellable } from "./cancellable.ts";

/**
 * What a store can do beyond handing out rules. Each flag that is false means that the calls which need it throw
 * `STORE_CAPABILITY_MISSING`; none of them ever pretends.
 */
export interface StoreCapabilities {
  /** `save` and `delete`. */
  readonly write: boolean;
  /** Finding rules by text. Without it `relevant` rules of default authority never apply. */
  readonly search: boolean;
  /** `history`. With it the store counts `version` itself: one more with every save. */
  readonly history: boolean;
  /** `recordUse` and `usage`. */
  readonly usage: boolean;
  /** `apply`. */
  readonly transactions: boolean;
}

/** A rule as a store holds it. */
export interface StoredRule {
  readonly rule: Rule;
  /** Changes with every write; `save` and `delete` compare it. */
  readonly revision: string;
  /** Where a listing stopped: pass it to `list` to go on behind this rule. */
  readonly cursor: string;
}

/** One revision of a rule, as it was. */
export interface RuleRevision {
  readonly rule: Rule;
  readonly revision: string;
  /** Whether this revision is the rule's end: it shows the rule as it last was. */
  readonly deleted: boolean;
}

/** How often a rule was part of an answer. */
export interface RuleUsage {
  readonly count: number;
  /** ISO 8601. */
  readonly lastUsedAt: string;
}

/** Which rules a listing is about. Every field that is given has to hold. */
export interface RuleFilter {
  readonly scope?: Scope;
  readonly inclusion?: Inclusion;
  readonly name?: string;
  readonly enabled?: boolean;
  /** Rules of these statuses. Default: all. */
  readonly status?: readonly RuleStatus[];
  readonly category?: NonNullable<Rule["category"]>;
  readonly authority?: Rule["authority"];
  /** Rules of this project, and those of none. */
  readonly projectId?: string;
  /** Rules of this user, and those of none. */
  readonly userId?: string;
  /** Rules for this tool, and those for every tool. */
  readonly target?: string;
  /** Rules for this context, and those for every context. */
  readonly context?: string;
  /** Rules that carry all of these tags. */
  readonly tags?: readonly string[];
}

export interface ListOptions extends Cancellable {
  readonly filter?: RuleFilter;
  /** Goes on behind the rule that carries this cursor. */
  readonly cursor?: string;
  /** The most rules to yield. Default: all. */
  readonly limit?: number;
}

export interface SaveOptions extends Cancellable {
  /** The revision the change was made to. Absent: the rule has to be new. */
  readonly revision?: string | undefined;
  /**
   * Whether a new rule is refused if the store has one of its name: at the same scope, for the same user and project. Of several processes that
   * create a rule of one name, one succeeds. Default false: the store then keeps both.
   */
  readonly uniqueName?: boolean | undefined;
}

export interface DeleteOptions extends Cancellable {
  /** The revision that is to go. Absent: whichever is current. */
  readonly revision?: string | undefined;
}

/** One of several writes that happen together or not at all. */
export type RuleWrite =
  | {
      readonly kind: "save";
      readonly rule: Rule;
      readonly revision?: string | undefined;
      readonly uniqueName?: boolean | undefined;
    }
  | { readonly kind: "delete"; readonly id: string; readonly revision?: string | undefined };

/** What changed in a store, all at once. Both lists are empty where only its diagnostics did. */
export interface StoreChange {
  /** New and changed rules. */
  readonly saved: readonly Rule[];
  /** The ids of rules that are gone. */
  readonly deleted: readonly string[];
}

/**
 * Where rules are kept. Implementations promise:
 *
 * - what is handed out is never changed afterwards, and what is handed in may be changed by its owner;
 * - `list` yields in the order of ids by code point, each rule once, and shows each rule as it was at one moment;
 * - a write is visible to every later call, and to subscribers, once its promise is fulfilled; a rejected write changed nothing;
 * - a listener that throws harms neither the write nor the other listeners;
 * - disposal ends subscriptions; later calls throw `STORE_CLOSED`.
 */
export interface RuleStore extends AsyncDisposable {
  /** Names the store in `origin.store`, in messages and in traces. */
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  list(options?: ListOptions): AsyncIterable<StoredRule>;
  /** Undefined where no rule has the id. */
  get(id: string, options?: Cancellable): Promise<StoredRule | undefined>;
  /**
   * Creates a rule, or replaces the revision that is named. A store that names its rules by where it keeps them gives a new rule an id of its
   * own: what is returned is the rule as it is kept.
   *
   * @throws PreceptError `RULE_CONFLICT` where the revision is not the current one, `RULE_INVALID` where the rule can't be, or where it would
   *   supersede itself by way of `replaces`, `RULE_EXISTS` where `uniqueName` is set and the name is taken.
   */
  save(rule: Rule, options?: SaveOptions): Promise<StoredRule>;
  /**
   * @returns whether there was such a rule.
   * @throws PreceptError `RULE_CONFLICT` where the revision is not the current one.
   */
  delete(id: string, options?: DeleteOptions): Promise<boolean>;
  /**
   * Several writes, together or not at all.
   *
   * @returns what `save` returned, for each rule that was saved.
   */
  apply(writes: readonly RuleWrite[], options?: Cancellable): Promise<readonly StoredRule[]>;
  /** The revisions of a rule, newest first, the current one and its end included. Empty where the store never had it. */
  history(id: string, options?: Cancellable): AsyncIterable<RuleRevision>;
  /**
   * Counts a use of each of the rules. It may be written a little later, all uses since the last time together, at disposal at the latest.
   *
   * @param at ISO 8601.
   */
  recordUse(ids: readonly string[], at: string, options?: Cancellable): Promise<void>;
  /** The usage of these rules, as far as they were used. */
  usage(ids: readonly string[], options?: Cancellable): Promise<ReadonlyMap<string, RuleUsage>>;
  /** Looks again at whatever the rules are kept in, and publishes what changed. */
  reload(options?: Cancellable): Promise<void>;
  /** What is wrong with the documents the rules are read from, as of the last look. */
  diagnostics(): readonly Diagnostic[];
  /** Calls the listener after every change. Returns the function that ends the subscription. */
  subscribe(listener: (change: StoreChange) => void): () => void;
}
