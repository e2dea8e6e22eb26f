import type { RuleStore } from "@precept/core";
import { describe, it, onTestFinished, type TestContext } from "vitest";
import { checkRequirement } from "./check-requirement.ts";
import { expectationOf } from "./expectation.ts";
import { requirementIds } from "./requirements.ts";
import type { RuleStoreSuite } from "./suite.ts";

/** Generous: nothing here is about time, and some disks are slow. In milliseconds. */
const timeout = 120_000;

const registers = { passes: it, fails: it.fails, skips: it.skip } as const;

/**
 * Registers the contract of a `RuleStore` as vitest tests: one for each requirement, titled with its sentence and its id.
 *
 * What the store does not claim to be able to do becomes a test that it refuses, and says so. Known gaps are expected to fail.
 */
export function describeRuleStore(name: string, suite: RuleStoreSuite): void {
  describe(`${name} as a rule store`, () => {
    for (const id of requirementIds) {
      const { title, outcome } = expectationOf(id, suite);
      const run = async ({ skip }: TestContext): Promise<void> => {
        const nothingToSee = await checkRequirement(id, suite);
        if (nothingToSee !== undefined) skip(nothingToSee);
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
