import type { RuleCache } from "@precept/core";
import type { Decisions, Network } from "./network.ts";

/** A cache that is slow, fails, loses values, and returns old or damaged ones. */
export function createUnreliableCache(network: Network, decisions: Decisions): RuleCache {
  const values = new Map<string, string[]>();
  const travel = async (): Promise<void> => {
    await network.travel();
    if (decisions.chance(0.1)) throw new Error("cache failed");
  };
  return {
    async get(key) {
      await travel();
      const stored = values.get(key) ?? [];
      const value = decisions.chance(0.4) ? stored[decisions.below(stored.length)] : stored.at(-1);
      return decisions.chance(0.03) ? value?.slice(1) : value;
    },
    async set(key, value) {
      await travel();
      if (decisions.chance(0.1)) return;
      const stored = values.get(key) ?? [];
      stored.push(value);
      values.set(key, stored);
    },
    async delete(key) {
      await travel();
      values.delete(key);
    },
  };
}
