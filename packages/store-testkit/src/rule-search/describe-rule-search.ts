import type { RuleStore } from "@precept/core";
import { describe, it } from "vitest";
import { searchChecks, searchRequirements } from "./checks.ts";

/** Describes a store that can search to the test suite. */
export interface RuleSearchSuite {
  /** Opens a new, empty store. The suite disposes it. */
  open(): Promise<RuleStore>;
  /** How many sequences of writes and searches are compared with a search in memory. Default 100. */
  readonly runs?: number;
}

/** The id of a behaviour of a search by words. */
export type RuleSearchCheck = keyof typeof searchRequirements;

export const ruleSearchChecks = Object.keys(searchRequirements) as readonly RuleSearchCheck[];

const register = it;

/** The time limit of a test, in milliseconds. Long, because some machines are busy. */
const timeout = 120_000;

/**
 * Registers the contract of a search by words as vitest tests: equal hits and scores in every store, which depend only on the
 * rules that the tenant sees.
 */
export function describeRuleSearch(name: string, suite: RuleSearchSuite): void {
  describe(`${name} as a search by words`, () => {
    for (const id of ruleSearchChecks) {
      register(`${searchRequirements[id]} (${id})`, { timeout }, async () => {
        await checkRuleSearch(id, suite);
      });
    }
  });
}

/** Checks one behaviour without registering a test. Throws if the store does not have it. */
export async function checkRuleSearch(id: RuleSearchCheck, suite: RuleSearchSuite): Promise<void> {
  const { runs = 100 } = suite;
  const store = await suite.open();
  try {
    await searchChecks[id]({ store, runs });
  } finally {
    await store[Symbol.asyncDispose]();
  }
}
