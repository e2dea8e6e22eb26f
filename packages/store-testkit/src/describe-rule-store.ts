import type { RuleStore } from "@precept/core";
import { describe, it, onTestFinished, type TestContext } from "vitest";
import { checkRequirement, expectationOf } from "./check-requirement.ts";
import { requirementIds } from "./requirements.ts";
import type { RuleStoreSuite } from "./suite.ts";

/** The time limit of a test, in milliseconds. Long, because some disks are slow. */
const timeout = 120_000;

const registers = { passes: it, fails: it.fails, skips: it.skip } as const;

/**
 * Registers the contract of `RuleStore` as vitest tests: one for each requirement, with its text and id as title. For a
 * capability that the store does not claim, the test checks that the calls are rejected. Known gaps are expected to
 * fail.
 *
 * @example
 * ```ts
 * import { createMemoryStore } from "@precept/core";
 * import { describeRuleStore } from "@precept/store-testkit";
 *
 * describeRuleStore("the memory store", {
 *   open: async () => createMemoryStore(),
 *   capabilities: {
 *     write: true,
 *     search: false,
 *     history: true,
 *     usage: true,
 *     transactions: true,
 *     positions: false,
 *     orderedIds: true,
 *     ruleCursors: true,
 *     cycleChecks: true,
 *   },
 * });
 * ```
 */
export function describeRuleStore(name: string, suite: RuleStoreSuite): void {
  describe(`${name} as a rule store`, () => {
    for (const id of requirementIds) {
      const { title, outcome } = expectationOf(id, suite);
      const run = async ({ skip }: TestContext): Promise<void> => {
        const skipped = await checkRequirement(id, suite);
        if (skipped !== undefined) skip(skipped);
      };
      registers[outcome](title, { timeout }, run);
    }
    suite.extra?.(() => openForTest(suite));
  });
}

async function openForTest(suite: RuleStoreSuite): Promise<RuleStore> {
  const store = await suite.open();
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}
