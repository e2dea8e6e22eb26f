import { type BudgetLimit, type BudgetLimitName, budgetLimitNames } from "../model/resolution.ts";

/** Limits for the rules in a prompt. The rules' texts are counted after file references are expanded. */
export interface BudgetOptions {
  /** In UTF-16 code units. Default 100,000. */
  readonly characters?: number;
  /** In UTF-8 bytes. Default: no limit, or that of the tool (see `ResolveOptions.toolLimits`). */
  readonly bytes?: number;
  /** In tokens, by the token counter. Default: no limit. */
  readonly tokens?: number;
  /** The maximum number of rules. Default: no limit. */
  readonly rules?: number;
  /** The maximum number of rules in dialects of other tools (`.mdc` and so on). Default 64. */
  readonly dialectRules?: number;
  /** Whether to omit (`drop`) or truncate (`ellipsis`) the first rule that does not fit. Default `drop`. */
  readonly overflow?: "drop" | "ellipsis";
  /** Where limits come from, for answers, such as `{ tokens: "configuration" }`. Default `options`. */
  readonly sources?: Readonly<Partial<Record<BudgetLimitName, string>>>;
}

/** The default limits. */
export const defaultBudget: { readonly characters: number; readonly dialectRules: number } = {
  characters: 100_000,
  dialectRules: 64,
};

/** Lists the limits of a budget, including the default ones, with their sources. */
export function listLimits(budget: BudgetOptions): readonly BudgetLimit[] {
  return budgetLimitNames.flatMap((name): readonly BudgetLimit[] => {
    const given = budget[name];
    if (given !== undefined) return [{ name, appliesTo: "allRules", max: given, source: budget.sources?.[name] ?? "options" }];
    const max = name === "characters" || name === "dialectRules" ? defaultBudget[name] : undefined;
    return max === undefined ? [] : [{ name, appliesTo: "allRules", max, source: "default" }];
  });
}
