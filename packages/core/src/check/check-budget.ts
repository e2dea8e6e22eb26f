import { applyBudget } from "../budget/budget.ts";
import type { BudgetOptions } from "../budget/options.ts";
import { orderMatches } from "../merge/order.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { inclusionTable } from "../model/inclusion.ts";
import type { RuleMatch } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { estimatedTokens, type TokenCounter } from "../ports/token-counter.ts";
import { report } from "./check-catalogue.ts";

/**
 * Finds the rules that no request has room for: those larger than the whole budget, and those that always apply but don't fit beside the others that
 * do. Counts the texts as they are written, without the files that they refer to.
 */
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
    const size = `${dropped.characters} characters, about ${dropped.tokens} tokens`;
    yield report(
      "budget/rule-too-large",
      placeOf(rule),
      `The rule "${rule.name}" (${size}) is larger than the whole budget, and always dropped.`,
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
    placeOf(first.rule),
    `The ${always.length} rules that always apply don't fit the budget together; no request has room for ${names.join(", ")}${rest}.`,
  );
}

function matchOf(rule: Rule): RuleMatch & { readonly content: string } {
  return { rule, content: rule.content, reason: { kind: "always" }, matchedFiles: [] };
}

function placeOf({ origin }: Rule) {
  return { file: origin.path, ...(origin.path !== undefined && { line: 1, column: 1 }) };
}
