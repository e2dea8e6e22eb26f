/** How much of a prompt the rules may take. What counts are the rules' texts, after file references were expanded. */
export interface BudgetOptions {
  /** In UTF-16 code units. Default 100,000. */
  readonly characters?: number;
  /** As the token counter counts. Default: no limit. */
  readonly tokens?: number;
  /** How many rules. Default: no limit. */
  readonly rules?: number;
  /** How many rules written in another tool's dialect (`.mdc` and the like). Default 64. */
  readonly dialectRules?: number;
  /** What happens to the first rule that does not fit: `drop` leaves it out, `ellipsis` cuts its text. Default `drop`. */
  readonly overflow?: "drop" | "ellipsis";
}

/** The limits of a caller that sets none. */
export const defaultBudget: { readonly characters: number; readonly dialectRules: number } = {
  characters: 100_000,
  dialectRules: 64,
};
