/** The names of the limits of a budget. */
export const budgetLimitNames = ["characters", "bytes", "tokens", "rules", "dialectRules"] as const;

export type BudgetLimitName = (typeof budgetLimitNames)[number];

/** A limit that a resolution was subject to. */
export interface BudgetLimit {
  readonly name: BudgetLimitName;
  /** `allRules`: the total. `eachRule`: longer rules are reported, and stay in the answer. */
  readonly appliesTo: "allRules" | "eachRule";
  readonly max: number;
  /** Where the limit comes from: `default`, `configuration`, `options`, `request`, or `limit of <tool>`. */
  readonly source: string;
}

/** The limits that a resolution was subject to, and how its tokens were counted. */
export interface ResolutionBudget {
  /** The token counter. */
  readonly counter: { readonly id: string; readonly isExact: boolean };
  readonly limits: readonly BudgetLimit[];
}
