/** How much of a prompt the rules may take. What counts are the rules' texts, after file references were expanded. */
export interface BudgetOptions {
  /** In UTF-16 code units. Default 100 000. */
  readonly characters?: number;
  /** As the token counter counts. Default: no limit. */
  readonly tokens?: number;
  /** How many rules. Default: no limit. */
  readonly rules?: number;
  /** How many rules written in another tool's dialect (`.mdc` and the like). Default 64. */
  readonly dialectRules?: number;
  /** `drop` leaves out whole rules; `ellipsis` cuts the first that does not fit. Default `drop`. */
  readonly overflow?: "drop" | "ellipsis";
}
