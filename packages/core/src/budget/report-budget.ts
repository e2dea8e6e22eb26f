import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { formatNumber } from "../text/format-number.ts";
import { formatTokens } from "../text/format-tokens.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import type { DroppedRule } from "../model/resolution.ts";
import type { BudgetOutcome } from "./budget.ts";
import { defaultBudget, type BudgetOptions } from "./options.ts";

/** Reports the rules that the budget dropped or truncated, those of absolute authority first. */
export function reportBudget(
  { applied, dropped, cut }: BudgetOutcome,
  options: BudgetOptions,
  counter: TokenCounter,
): readonly Diagnostic[] {
  const { characters = defaultBudget.characters, dialectRules = defaultBudget.dialectRules } = options;
  const limits = { ...options, characters, dialectRules };
  const included = cut === undefined ? undefined : applied.find(({ rule }) => rule === cut.rule);
  const found = [
    ...(cut === undefined
      ? []
      : [reportOne(cut, limits, counter, `was truncated to ${quantity(included?.characters ?? 0, "characters")}`, "cut")]),
    ...dropped.map((one) => reportOne(one, limits, counter, "was dropped", "dropped")),
  ];
  return [...found.filter(isError), ...found.filter((one) => !isError(one))];
}

function reportOne(
  one: DroppedRule,
  limits: BudgetOptions,
  counter: TokenCounter,
  verb: string,
  code: "dropped" | "cut",
): Diagnostic {
  const { rule, characters, tokens } = one;
  const isAbsolute = rule.authority === "absolute";
  const size = `${quantity(characters, "characters")}, ${formatTokens(tokens, counter)}`;
  const { reason, hint } = explain(one, limits);
  return report(
    isAbsolute ? `budget/absolute-${code}` : `budget/rule-${code}`,
    { file: rule.origin.path },
    `The rule "${rule.name}"${isAbsolute ? " of absolute authority" : ""} (${size}) ${verb}: ${reason}.`,
    hint,
  );
}

/** The limit that the rule exceeds, and how to make it fit. */
function explain(dropped: DroppedRule, limits: BudgetOptions): { reason: string; hint: string } {
  const { limit } = dropped;
  switch (limit) {
    case "larger": {
      const name = findLonger(dropped, limits);
      return {
        reason: `it is larger than the whole budget of ${quantity(limits[name] ?? 0, name)}${sourceOf(name, limits)}`,
        hint: `Shorten or split the rule, or raise \`budget.${name}\`.`,
      };
    }
    case "characters":
    case "bytes":
    case "tokens":
      return {
        reason: `the rules before it leave no room in the budget of ${quantity(limits[limit] ?? 0, limit)}${sourceOf(limit, limits)}`,
        hint: `Raise \`budget.${limit}\`, shorten the rules, let fewer of them apply, or give this one a higher priority.`,
      };
    case "rules":
      return {
        reason: `no more than ${quantity(limits.rules ?? 0, "rules")} may apply`,
        hint: "Raise `budget.rules`, let fewer rules apply, or give this one a higher priority.",
      };
    case "dialectRules":
      return {
        reason: `no more than ${quantity(limits.dialectRules ?? 0, "rules")} from other tools' files may apply`,
        hint: "Raise `budget.dialectRules`, let fewer such rules apply, or give this one a higher priority.",
      };
  }
}

/** The limit that a rule alone exceeds. */
function findLonger(dropped: DroppedRule, limits: BudgetOptions): "characters" | "bytes" | "tokens" {
  if (dropped.characters > (limits.characters ?? Number.POSITIVE_INFINITY)) return "characters";
  return limits.tokens !== undefined && dropped.tokens > limits.tokens ? "tokens" : "bytes";
}

/** Names the tool that a limit comes from: the user has not set it. */
function sourceOf(name: "characters" | "bytes" | "tokens", { sources }: BudgetOptions): string {
  const source = sources?.[name];
  return source?.startsWith("limit of ") === true ? ` (${source})` : "";
}

function quantity(number: number, nouns: "characters" | "bytes" | "tokens" | "rules"): string {
  return `${formatNumber(number)} ${number === 1 ? nouns.slice(0, -1) : nouns}`;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
