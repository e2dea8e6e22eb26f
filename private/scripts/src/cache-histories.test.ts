import { cachedStore } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCachedStore, runHistory, type OpenStore } from "./cache-histories/run.ts";

/** How many histories a test runs. `cache-histories.ts` runs more. */
const runs = 300;

describe("cached stores of several clients", () => {
  it("never return what is older than an acknowledged write, an earlier read or the time of rechecks allows", async () => {
    const property = fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 - 1 }), async (seed) => {
      const { violations } = await runHistory(seed, openCachedStore);
      expect(violations).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs, seed: 20261122 });
  }, 120_000);

  it.each<[string, OpenStore]>([
    [
      "ignores the feed and does not ask for the position again",
      (store, { now, maxRules }) =>
        cachedStore({ ...store, subscribe: () => () => undefined }, { now, recheckMs: 1e9, l1: { maxRules } }),
    ],
    [
      "gets the answer that nothing changed",
      (store, { now, recheckMs, maxRules, cache }) =>
        cachedStore(
          {
            ...store,
            etag: async () => "1",
            changesSince: async (token) => ({ kind: "changed", after: token, token, saved: [], deleted: [] }),
          },
          { now, recheckMs, l1: { maxRules }, l2: { cache } },
        ),
    ],
  ])(
    "is found to be stale if it %s",
    async (_, open) => {
      let isFound = false;
      for (let seed = 0; seed < runs && !isFound; seed += 1) isFound = (await runHistory(seed, open)).violations.length > 0;
      expect(isFound).toBe(true);
    },
    120_000,
  );
});
