import type { Rule } from "../model/rule.ts";
import { compareText } from "../text/compare-text.ts";

/** What identifies a rule among all stores. */
export type StoredRuleKey = Pick<Rule, "id"> & { readonly origin: Pick<Rule["origin"], "store"> };

/** Compares rules by id, then by store: an order that does not depend on other rules, as pages need it. */
export function compareStoredRules(left: StoredRuleKey, right: StoredRuleKey): number {
  return compareText(left.id, right.id) || compareText(left.origin.store, right.origin.store);
}
