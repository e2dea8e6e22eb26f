import { Supersession } from "../model/supersession.ts";
import { compareText } from "../text/compare-text.ts";
import { passesFilter, statusTenant } from "./rule-filter.ts";
import type { ListOptions, StoredRuleId } from "./rule-store.ts";
import type { StoredRule } from "./stored-rule.ts";

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
  const passing = filterStored(rules, filter).toSorted((left, right) => compareText(left.rule.id, right.rule.id));
  let yielded = 0;
  for (const stored of passing) {
    if (yielded >= limit) return;
    if (cursor !== undefined && compareText(stored.rule.id, cursor) <= 0) continue;
    assertOpen();
    yielded += 1;
    yield stored;
  }
}

/** Implements `RuleStore.listIds` for a store in which reading a rule costs little. */
export async function* listStoredIds(rules: AsyncIterable<StoredRule>): AsyncIterable<StoredRuleId> {
  for await (const { rule, revision, cursor } of rules) yield { id: rule.id, revision, cursor };
}

function filterStored(rules: readonly StoredRule[], filter: ListOptions["filter"] & {}): readonly StoredRule[] {
  if (filter.status === undefined) return rules.filter(({ rule }) => passesFilter(rule, filter));
  const supersession = new Supersession(rules.map(({ rule }) => rule));
  return rules.filter(({ rule }) => passesFilter(rule, filter, supersession.by(rule, statusTenant(rule, filter)) !== undefined));
}
