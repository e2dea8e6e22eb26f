import { budgetLimitNames, type BudgetOptions } from "@precept/core";

/** A budget, and the source of its limits that name none. */
type SourcedBudget = readonly [budget: BudgetOptions | undefined, source: string];

/** Combines budgets. Limits of later ones override those of earlier ones. The result names the source of each limit. */
export function joinBudgets(...budgets: readonly SourcedBudget[]): BudgetOptions {
  const joined = {};
  const sources: Record<string, string> = {};
  for (const [budget = {}, source] of budgets) {
    Object.assign(joined, Object.fromEntries(Object.entries(budget).filter(([, limit]) => limit !== undefined)));
    for (const name of budgetLimitNames) {
      if (budget[name] !== undefined) sources[name] = budget.sources?.[name] ?? source;
    }
  }
  return Object.keys(sources).length === 0 ? joined : { ...joined, sources };
}
