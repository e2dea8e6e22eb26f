import type { Cancellable } from "./cancellable.ts";

/** How long to store a value of a cache, and what it counts as. */
export interface RuleCacheEntryOptions extends Cancellable {
  /** After how many milliseconds the cache removes the value. */
  readonly ttlMs: number;
  /** The number of rules in the value, for caches that limit it. */
  readonly rules: number;
}

/**
 * A cache that several processes share, for example in Redis: the second layer of a rulebook and of `cachedStore`.
 *
 * A cache needs few guarantees: it may lose values, and it may return an older value of a key. Each value carries the
 * position of the store at which it was read, and is only used after the store has returned what changed since then. A
 * call that fails does not fail a read.
 */
export interface RuleCache {
  /**
   * Returns the value of a key; undefined if there is none, so that the caller reads the rules and sets a value. It may
   * wait for a short time if another process does that already.
   */
  get(key: string, options?: Cancellable): Promise<string | undefined>;
  /** Stores a value and replaces an earlier one. */
  set(key: string, value: string, options: RuleCacheEntryOptions): Promise<void>;
  /** Removes a value. */
  delete(key: string, options?: Cancellable): Promise<void>;
}
