import { compareText } from "../text/compare-text.ts";
import { supersededIds } from "../model/status.ts";
import type { ListOptions, StoredRule } from "./rule-store.ts";
import { passesFilter } from "./rule-filter.ts";

/**
 * The `list` of a store that has all its rules at hand.
 *
 * @param enter throws where the store may no longer answer; asked before each rule.
 */
export async function* listStored(
  rules: readonly StoredRule[],
  { filter = {}, cursor, limit = Number.POSITIVE_INFINITY }: ListOptions,
  enter: () => void,
): AsyncIterable<StoredRule> {
  const superseded = supersededIds(rules.map(({ rule }) => rule));
  let yielded = 0;
  for (const stored of rules.toSorted((left, right) => compareText(left.rule.id, right.rule.id))) {
    const { id } = stored.rule;
    if (yielded >= limit) return;
    if ((cursor !== undefined && compareText(id, cursor) <= 0) || !passesFilter(stored.rule, filter, superseded.has(id)))
      continue;
    enter();
    yielded += 1;
    yield stored;
  }
}
