import { budgetLimitNames, type BudgetOptions } from "@precept/core";

/** A budget, and the source of its limits that name none. */
type SourcedBudget = readonly [budget: BudgetOptions | undefined, source: string];

/** Combines budgets. Limits of later ones override those of earlier ones. The result names the source of each limit. */
export function joinBudgets(...budgets: readonly SourcedBudget[]): BudgetOptions {
  return budgets.reduce<BudgetOptions>((joined, [budget = {}, source]) => {
    const given = Object.entries(budget).filter(([name, limit]) => limit !== undefined && name !== "sources");
    if (given.length === 0) return joined;
    const names = budgetLimitNames.filter((name) => budget[name] !== undefined);
    const sources = Object.fromEntries(names.map((name) => [name, budget.sources?.[name] ?? source]));
    return {
      ...joined,
      ...(Object.fromEntries(given) as BudgetOptions),
      ...(names.length > 0 && { sources: { ...joined.sources, ...sources } }),
      ...(names.length === 0 && joined.sources !== undefined && { sources: joined.sources }),
    };
  }, {});
}
