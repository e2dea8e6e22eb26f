import type { Rule } from "../model/rule.ts";
import type { WordData } from "../ports/searched-rules.ts";
import { countRuleTerms } from "./rule-terms.ts";
import { SparseIndex } from "./sparse-index.ts";

/** Collects the words of rules, for {@link RuleStore.searchedRules}. */
export function collectWords(rules: Iterable<Rule>): WordData {
  const index = new SparseIndex();
  for (const rule of rules) index.set(rule.id, countRuleTerms(rule));
  return index.toData();
}
