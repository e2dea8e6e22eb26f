import {
  applyBudget,
  type BudgetOptions,
  orderMatches,
  type Diagnostic,
  inclusionTable,
  type RuleMatch,
  type Rule,
  estimatedTokens,
  type TokenCounter,
  formatNumber,
  formatTokens,
} from "@precept/core";
import { report } from "../check-catalogue.ts";

/** Reports rules that never fit into the budget, alone or together. Counts the texts without referenced files. */
export function* checkBudget(
  rules: readonly Rule[],
  budget: BudgetOptions = {},
  counter: TokenCounter = estimatedTokens,
): Iterable<Diagnostic> {
  const limits: BudgetOptions = { ...budget, overflow: "drop" };
  const oversized = new Set<Rule>();
  for (const rule of rules) {
    const [dropped] = applyBudget([matchOf(rule)], limits, counter).dropped;
    if (dropped?.limit !== "larger") continue;
    oversized.add(rule);
    const size = `${formatNumber(dropped.characters)} characters, ${formatTokens(dropped.tokens, counter)}`;
    yield report(
      "budget/rule-too-large",
      locationOf(rule),
      `The rule "${rule.name}" (${size}) is larger than the whole budget, so it is always dropped.`,
    );
  }
  const always = rules.filter(
    (rule) => inclusionTable[rule.inclusion].trigger === "none" && rule.origin.base === undefined && !oversized.has(rule),
  );
  const inOrder = orderMatches(always.map(matchOf)).map(({ rule }) => matchOf(rule));
  const { dropped } = applyBudget(inOrder, limits, counter);
  const [first] = dropped;
  if (first === undefined) return;
  const names = dropped.slice(0, 5).map(({ rule }) => `"${rule.name}"`);
  const rest = dropped.length > names.length ? ` and ${dropped.length - names.length} more` : "";
  yield report(
    "budget/always-too-large",
    locationOf(first.rule),
    `The ${always.length} rules that always apply do not fit into the budget together; no request includes ${names.join(", ")}${rest}.`,
  );
}

function matchOf(rule: Rule): RuleMatch & { readonly content: string } {
  return { rule, content: rule.content, reason: { kind: "always" }, matchedFiles: [] };
}

function locationOf({ origin }: Rule) {
  return { file: origin.path, ...(origin.path !== undefined && { line: 1, column: 1 }) };
}
