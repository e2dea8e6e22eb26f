import type { WireBudget } from "@precept/contract";
import type { BudgetLimitName, ResolutionBudget } from "../model/budget-limit.ts";

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
