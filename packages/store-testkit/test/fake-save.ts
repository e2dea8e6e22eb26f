import type { Rule, StoredRule } from "@precept/core";
import { copyOf } from "../src/subject/read.ts";

/** The result of a pretended save. */
export function fakeSave(rule: Rule): StoredRule {
  return { rule: copyOf(rule), revision: "pretended", cursor: rule.id };
}

/** Lets other calls proceed. */
export async function pause(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
}
