import type { Rule, StoredRule } from "@precept/core";
import { copyOf } from "../subject/read.ts";

/** What a store answers that only says it has saved. */
export function pretended(rule: Rule): StoredRule {
  return { rule: copyOf(rule), revision: "pretended", cursor: rule.id };
}

/** Does what other calls are served in between. */
export async function pause(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
}
