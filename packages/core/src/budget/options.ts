import { type BudgetLimit, type BudgetLimitName, budgetLimitNames } from "../model/resolution.ts";

/** Limits for the rules in a prompt. Texts are counted after file references are expanded. */
export interface BudgetOptions {
  /** The total length of the rules' texts in UTF-16 code units. Default 100,000. */
  readonly characters?: number;
  /** The total length of the rules' texts in UTF-8 bytes. Default: no limit, or the limit of the tool (see `ResolveOptions.toolLimits`). */
  readonly bytes?: number;
  /**
   * The tokens of the prompt, by the token counter: with headings, delimiters and the list of rules to ask for, but
   * without the section of debug mode. Default: no limit.
   */
  readonly tokens?: number;
  /** The maximum number of rules. Default: no limit. */
  readonly rules?: number;
  /** The maximum number of rules in dialects of other tools (`.mdc` and so on). Default 64. */
  readonly dialectRules?: number;
  /**
   * The maximum length of the list of the rules that the agent can ask for, in UTF-16 code units. The list also has to
   * fit into what the applied rules leave of the other limits. 0: no list. Default 10,000.
   */
  readonly requestable?: number;
  /** Whether to omit (`drop`) or truncate (`ellipsis`) the first rule that does not fit. Default `drop`. */
  readonly overflow?: "drop" | "ellipsis";
  /** Where limits come from, for answers, such as `{ tokens: "configuration" }`. Default `options`. */
  readonly sources?: Readonly<Partial<Record<BudgetLimitName, string>>>;
}

/** The default limits. */
export const defaultBudget: { readonly characters: number; readonly dialectRules: number; readonly requestable: number } = {
  characters: 100_000,
  dialectRules: 64,
  requestable: 10_000,
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
