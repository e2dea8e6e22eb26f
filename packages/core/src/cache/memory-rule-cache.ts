import type { RuleCache } from "../ports/rule-cache.ts";

const defaultMaxRules = 10_000;

export interface MemoryRuleCacheOptions {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The maximum number of rules in all values. The values that were not used for the longest time are removed first. Default 10,000. */
  readonly maxRules?: number;
}

interface Entry {
  readonly value: string;
  readonly rules: number;
  readonly expiresAt: number;
}

/** Creates a cache in memory, for several stores of one process and for tests. */
export function createMemoryRuleCache({ now, maxRules = defaultMaxRules }: MemoryRuleCacheOptions): RuleCache {
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  let rules = 0;
  const remove = (key: string): void => {
    rules -= entries.get(key)?.rules ?? 0;
    entries.delete(key);
  };
  const add = (key: string, entry: Entry): void => {
    remove(key);
    entries.set(key, entry);
    rules += entry.rules;
  };
  return {
    async get(key, { signal } = {}) {
      signal?.throwIfAborted();
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      remove(key);
      if (entry.expiresAt <= now()) return undefined;
      add(key, entry);
      return entry.value;
    },
    async set(key, value, { ttlMs, rules: size, signal }) {
      signal?.throwIfAborted();
      add(key, { value, rules: size, expiresAt: now() + ttlMs });
      for (const oldest of entries.keys()) {
        if (rules <= maxRules) return;
        remove(oldest);
      }
    },
    async delete(key, { signal } = {}) {
      signal?.throwIfAborted();
      remove(key);
    },
  };
}
