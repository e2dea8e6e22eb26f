import type { RuleCache } from "../ports/rule-cache.ts";
import { RecentlyUsed } from "./recently-used.ts";

const defaultMaxRules = 10_000;

export interface MemoryRuleCacheOptions {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The maximum number of rules in all values. The least recently used values are removed first. Default 10,000. */
  readonly maxRules?: number;
}

interface Entry {
  readonly value: string;
  readonly rules: number;
  readonly expiresAt: number;
}

/** Creates a cache in memory, for several stores of one process and for tests. */
export function createMemoryRuleCache({ now, maxRules = defaultMaxRules }: MemoryRuleCacheOptions): RuleCache {
  const entries = new RecentlyUsed<Entry>({ maxCost: maxRules, costOf: ({ rules }) => rules });
  return {
    async get(key, { signal } = {}) {
      signal?.throwIfAborted();
      const entry = entries.delete(key);
      if (entry === undefined || entry.expiresAt <= now()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    async set(key, value, { ttlMs, rules, signal }) {
      signal?.throwIfAborted();
      entries.set(key, { value, rules, expiresAt: now() + ttlMs });
      entries.evict();
    },
    async delete(key, { signal } = {}) {
      signal?.throwIfAborted();
      entries.delete(key);
    },
  };
}
