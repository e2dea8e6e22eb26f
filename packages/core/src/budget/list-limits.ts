import { budgetLimitNames, type BudgetLimit } from "../model/budget-limit.ts";
import { defaultBudget, type BudgetOptions } from "./options.ts";

/** Lists the limits of a budget, including the default ones, with their sources. */
export function listLimits(budget: BudgetOptions): readonly BudgetLimit[] {
  return budgetLimitNames.flatMap((name): readonly BudgetLimit[] => {
    const given = budget[name];
    if (given !== undefined) return [{ name, appliesTo: "allRules", max: given, source: budget.sources?.[name] ?? "options" }];
    const max = name === "characters" || name === "dialectRules" ? defaultBudget[name] : undefined;
    return max === undefined ? [] : [{ name, appliesTo: "allRules", max, source: "default" }];
  });
}
