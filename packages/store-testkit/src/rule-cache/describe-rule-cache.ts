import type { RuleCache } from "@precept/core";
import { describe, it } from "vitest";
import { cacheChecks } from "./checks.ts";
import { cacheRequirementIds, cacheRequirements, type CacheRequirement, type CacheRequirementId } from "./requirements.ts";
import type { OpenRuleCache, RuleCacheSuite } from "./suite.ts";

/** The time limit of a test, in milliseconds. Long, because some machines are busy. */
const timeout = 60_000;

const registers = { checks: it, skips: it.skip } as const;

/** What a check needs that a suite lacks. */
const reasons: Readonly<Record<NonNullable<CacheRequirement["needs"]>, string>> = {
  peer: "the suite has no second client",
  waitMs: "the cache does not wait for other clients",
  stored: "the suite cannot change what is stored",
};

/**
 * Registers the contract of `RuleCache` as vitest tests: one for each requirement.
 *
 * @example
 * ```ts
 * import { createMemoryRuleCache } from "@precept/core";
 * import { describeRuleCache } from "@precept/store-testkit";
 *
 * let time = 0;
 * describeRuleCache("the memory cache", {
 *   open: async () => ({ cache: createMemoryRuleCache({ now: () => time }), [Symbol.asyncDispose]: async () => undefined }),
 *   pass: async (ms) => {
 *     time += ms;
 *   },
 * });
 * ```
 */
export function describeRuleCache(name: string, suite: RuleCacheSuite): void {
  describe(`${name} as a rule cache`, () => {
    for (const id of cacheRequirementIds) {
      const reason = whySkipped(id, suite);
      const title = `${cacheRequirements[id].text} (${id})`;
      const [outcome, shown] = reason === undefined ? (["checks", title] as const) : (["skips", `${title}: ${reason}`] as const);
      registers[outcome](shown, { timeout }, async () => {
        await checkCacheRequirement(id, suite);
      });
    }
  });
}

function whySkipped(id: CacheRequirementId, suite: RuleCacheSuite): string | undefined {
  const { needs } = cacheRequirements[id];
  return needs === undefined || suite[needs] !== undefined ? undefined : reasons[needs];
}

/**
 * Checks one requirement without registering a test.
 *
 * @returns the reason if the check was skipped.
 * @throws the error of the assertion or of the cache if the cache does not meet the requirement.
 */
export async function checkCacheRequirement(id: CacheRequirementId, suite: RuleCacheSuite): Promise<string | undefined> {
  const reason = whySkipped(id, suite);
  if (reason !== undefined) return reason;
  const opened: OpenRuleCache[] = [];
  const track = (one: OpenRuleCache): RuleCache => {
    opened.push(one);
    return one.cache;
  };
  try {
    const cache = track(await suite.open());
    const { waitMs = 0, stored = missingTexts, peer, pass } = suite;
    const openPeer = async (): Promise<RuleCache> => {
      if (peer === undefined) throw new Error(reasons.peer);
      return track(await peer(cache));
    };
    await cacheChecks[id]({ cache, pass, openPeer, waitMs, stored });
  } finally {
    for (const one of opened) await one[Symbol.asyncDispose]();
  }
  return undefined;
}

const missingTexts: NonNullable<RuleCacheSuite["stored"]> = {
  read: () => Promise.reject(new Error(reasons.stored)),
  write: () => Promise.reject(new Error(reasons.stored)),
};
