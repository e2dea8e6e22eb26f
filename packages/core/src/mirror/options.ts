import type { Tenant } from "../model/tenant.ts";
import type { RuleCache } from "../ports/rule-cache.ts";

/** The cache in the memory of the process. */
export interface MemoryLayerOptions {
  /** The maximum number of rules to hold. The least recently used snapshots are removed first. Default 1,000. */
  readonly maxRules?: number;
  /** How many milliseconds without an answer of the store until snapshots are read again in full. Default 5 minutes. */
  readonly ttlMs?: number;
}

/** The cache that processes share. */
export interface SharedLayerOptions {
  readonly cache: RuleCache;
  /** How many milliseconds the cache stores a snapshot. Default 30 minutes. */
  readonly ttlMs?: number;
  /** The start of the keys. Separates stores with the same id, such as two environments. Default `precept`. */
  readonly keyPrefix?: string;
}

export interface CachedStoreOptions {
  /** The clock, in milliseconds. Only differences count, so it may start anywhere. It must not go back. */
  readonly now: () => number;
  readonly l1?: MemoryLayerOptions;
  /** Default: no second layer. */
  readonly l2?: SharedLayerOptions;
  /** After how many milliseconds the cache asks the store for its position again. Default 30 seconds. */
  readonly recheckMs?: number;
  /** Tenants whose rules are read immediately. If that fails, their first read tries again. Default: none. */
  readonly warmUp?: readonly Tenant[];
  /** Receives errors of listeners. Default: errors are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}
