import { compareText } from "../text/compare-text.ts";
import { supersededIds } from "../model/status.ts";
import type { ListOptions, StoredRule } from "./rule-store.ts";
import { passesFilter } from "./rule-filter.ts";

/**
 * Implements `RuleStore.list` for a store that has all rules in memory.
 *
 * @param assertOpen throws if the store is closed or the call is aborted. Called before each rule.
 */
export async function* listStored(
  rules: readonly StoredRule[],
  { filter = {}, cursor, limit = Number.POSITIVE_INFINITY }: ListOptions,
  assertOpen: () => void,
): AsyncIterable<StoredRule> {
  const superseded = supersededIds(rules.map(({ rule }) => rule));
  let yielded = 0;
  for (const stored of rules.toSorted((left, right) => compareText(left.rule.id, right.rule.id))) {
    const { id } = stored.rule;
    if (yielded >= limit) return;
    if ((cursor !== undefined && compareText(id, cursor) <= 0) || !passesFilter(stored.rule, filter, superseded.has(id)))
      continue;
    assertOpen();
    yielded += 1;
    yield stored;
  }
}
