import type { BudgetLimitName, ResolutionBudget } from "../model/budget-limit.ts";

/** The wire format of the limits of a resolution. */
export interface WireBudget {
  /** The id of the token counter. */
  readonly token_counter: string;
  /** Whether the numbers of tokens are estimates. */
  readonly tokens_estimated: boolean;
  readonly limits: readonly {
    /** As in `dropped`, and `dialect_rules` for rules from other tools' files. */
    readonly limit: string;
    readonly applies_to: "all_rules" | "each_rule";
    readonly max: number;
    /** `default`, `configuration`, `options`, `request`, or `limit of <tool>`. */
    readonly source: string;
  }[];
}

/** Converts the limits of a resolution to their wire format. */
export function toWireBudget({ counter, limits }: ResolutionBudget): WireBudget {
  return {
    token_counter: counter.id,
    tokens_estimated: !counter.isExact,
    limits: limits.map(({ name, appliesTo, max, source }) => ({
      limit: wireNames[name],
      applies_to: appliesTo === "allRules" ? "all_rules" : "each_rule",
      max,
      source,
    })),
  };
}

const wireNames: Readonly<Record<BudgetLimitName, string>> = {
  characters: "characters",
  bytes: "bytes",
  tokens: "tokens",
  rules: "rules",
  dialectRules: "dialect_rules",
};
