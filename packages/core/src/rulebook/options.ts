import type { SearchMode } from "@precept/contract/values";
import type { AgentContextFile } from "../match/match.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { LegScores } from "../model/relevance.ts";
import type { Tenant } from "../model/tenant.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { ReferenceReader } from "../ports/reference-reader.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { Timers } from "../ports/timers.ts";
import type { ResolveOptions } from "../resolve/resolve.ts";
import type { SharedLayerOptions } from "../mirror/options.ts";
import type { RetryOptions } from "../mirror/retry-schedule.ts";

/** Options of a rulebook. */
export interface RulebookOptions extends ResolveOptions {
  /** The sources of the rules. The rulebook reads them and subscribes to changes, but does not close them. */
  readonly stores: readonly RuleStore[];
  /**
   * Opens further stores with the rules of one owner, such as a directory of a user. Called when the owner's rules are
   * first needed, and by searches before that. Their rules must belong to the owner. The rulebook closes them when it
   * drops the owner's rules.
   * Default: none.
   */
  readonly storesFor?: (owner: Tenant) => readonly RuleStore[];
  /** Lists the owners that `storesFor` has stores for, for `listAll`. Default: none. */
  readonly ownersWithStores?: () => Promise<readonly Tenant[]>;
  /** The tenant of calls that name none. Default: no project and no user, which sees only rules that have neither. */
  readonly tenant?: Tenant;
  /** How many rules to hold in memory for all tenants. The least recently used tenants are dropped. Default 100,000. */
  readonly maxRules?: number;
  /** Milliseconds until the rules of a tenant without requests are dropped. Needs `timers`. Default 600,000. */
  readonly idleMs?: number;
  /** A cache that processes share. Stores without the capability `positions` do not use it. Default: none. */
  readonly l2?: SharedLayerOptions;
  /** Tenants whose rules are read immediately. If that fails, their first request tries again. Default: none. */
  readonly warmUp?: readonly Tenant[];
  /** The project's directory. Absolute paths in requests are made relative to it. */
  readonly root?: string;
  /** Reads the files that rules refer to. Without it, references stay in the text. */
  readonly references?: ReferenceReader;
  /**
   * The timers of the platform, usually `globalThis`: failed stores are then read again by themselves, a request waits
   * for a store only for a limited time, and lost changes are noticed. Without it, a request waits for as long as a
   * store takes, and `reload` reads failed stores again.
   */
  readonly timers?: Timers;
  /** Returns a number from 0 to 1, such as `Math.random`, to spread the retries of processes. Default: no spread. */
  readonly random?: () => number;
  /** The times of retries. Only used with `timers`. */
  readonly retry?: RetryOptions;
  /** Embeds prompts, and rules of stores without search. Not disposed of. Default: none; rules are found by words. */
  readonly embedder?: Embedder;
  /** Which `relevant` rules apply to a request with a prompt. */
  readonly relevance?: RelevanceOptions;
  /** Whether to count the applied rules of requests as used, in stores that count uses. Needs `now`. Default true. */
  readonly countUse?: boolean;
  /** Receives errors of counting uses, which do not affect requests. Default: errors are ignored. */
  readonly onUseError?: (error: unknown) => void;
  /** Receives errors of listeners. Default: errors are ignored. */
  readonly onListenerError?: (error: unknown) => void;
  /**
   * Creates the id of a request that has none, such as `() => crypto.randomUUID()`. Default: `1`, `2`, … These ids are
   * only unique in one rulebook: pass a function if you collect traces of several rulebooks or processes.
   */
  readonly newRequestId?: () => string;
  /** Returns the time of requests without one, such as `new Date().toISOString()`. Default: they have no time. */
  readonly now?: () => string;
}

/** Which `relevant` rules apply to a request with a prompt. */
export interface RelevanceOptions {
  /** The maximum number of rules. Default 5. */
  readonly limit?: number | undefined;
  /**
   * A rule must reach the minimum of at least one leg. Default for words: 0.32. Default for meaning: a cosine that stands
   * out among those between the stored rules, which depends on the embedder.
   */
  readonly minScores?: LegScores | undefined;
  /** Default `hybrid`. Without an embedder, rules are found by words. */
  readonly mode?: SearchMode | undefined;
  /**
   * How long a request waits for the search by meaning, in milliseconds. Then rules are found by words only, with a
   * diagnostic. Needs the `timers` of the rulebook. Default 300.
   */
  readonly meaningMs?: number | undefined;
}

/** Options of one request. */
export interface RulebookResolveOptions extends ResolveOptions, Cancellable {
  /** Which `relevant` rules apply. Default: those of the rulebook. */
  readonly relevance?: RelevanceOptions | undefined;
  /** Whether to count the applied rules as used. Default: that of the rulebook. */
  readonly countUse?: boolean | undefined;
  /** The agent context files in the prompt. Their rules are skipped, and imports of them left out. Default: none. */
  readonly agentContext?: readonly AgentContextFile[];
  /** Additional diagnostics for the resolution, for example of the configuration. Default: none. */
  readonly diagnostics?: readonly Diagnostic[];
}

/** Options of calls that read rules for a tenant. */
export interface TenantOptions {
  /** Default: the tenant of the rulebook. */
  readonly tenant?: Tenant | undefined;
}

/** Options of a search. */
export interface RuleSearchRequestOptions extends Cancellable {
  /** Whose session rules are found: those of this session; null: of no session. Default: those of all sessions. */
  readonly session?: string | null | undefined;
}
