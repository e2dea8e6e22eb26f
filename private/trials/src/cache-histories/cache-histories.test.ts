import { cachedStore } from "@precept/core";
import { describe, expect, it } from "vitest";
import { runHistory, type OpenStore } from "./run.ts";

const runs = 300;

describe("cached stores of several clients", () => {
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
