import type { Rule, StoredRule } from "@precept/core";
import { copyOf } from "../src/subject/read.ts";

/** The result of a save that did not happen. */
export function fakeSave(rule: Rule): StoredRule {
  return { rule: copyOf(rule), revision: "pretended", cursor: rule.id };
}

/** Waits while other calls proceed. */
export async function pause(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
}
