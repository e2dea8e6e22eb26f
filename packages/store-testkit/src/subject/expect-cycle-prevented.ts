import { PreceptError } from "@precept/core";
import { expect } from "vitest";
import type { Subject } from "../check.ts";
import { expectRejectedUnchanged } from "./expect-rejected.ts";
import { sortedNamesOf } from "./read.ts";

/**
 * Expects that a write that closes a cycle of replacements is rejected, and changes nothing. A store without
 * `cycleChecks` may accept it, but then no rule supersedes another one. All rules of the store must be in the cycle.
 */
export async function expectCyclePrevented(subject: Subject, write: () => Promise<unknown>): Promise<void> {
  if (subject.capabilities.cycleChecks) {
    await expectRejectedUnchanged(subject, write, "RULE_INVALID");
    return;
  }
  const [outcome] = await Promise.allSettled([write()]);
  if (outcome.status === "rejected") expect(PreceptError.is(outcome.reason, "RULE_INVALID")).toBe(true);
  else expect(await sortedNamesOf(subject.store, { filter: { status: ["superseded"] } })).toEqual([]);
}
