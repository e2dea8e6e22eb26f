import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { withoutUndefined } from "../model/json.ts";
import { countOf, formatTokens } from "../text/format.ts";
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
  const limits = { ...defaultBudget, ...withoutUndefined(options) };
  const included = cut && applied.find(({ rule }) => rule === cut.rule);
  const verb = `was truncated to ${quantity(included?.characters ?? 0, "characters")}`;
  const found = [
    ...(cut === undefined ? [] : [reportOne(cut, limits, counter, verb, "cut")]),
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
  if (limit === "rules" || limit === "dialectRules") {
    const [from, such] = limit === "rules" ? ["", ""] : [" from other tools' files", " such"];
    return {
      reason: `no more than ${quantity(limits[limit] ?? 0, "rules")}${from} may apply`,
      hint: `Raise \`budget.${limit}\`, let fewer${such} rules apply, or give this one a higher priority.`,
    };
  }
  const name = limit === "larger" ? findLonger(dropped, limits) : limit;
  const counted = name === "tokens" ? ", in which headings and delimiters count too" : "";
  const budget = `budget of ${quantity(limits[name] ?? 0, name)}${sourceOf(name, limits)}${counted}`;
  if (limit === "larger") {
    return {
      reason: `it is larger than the whole ${budget}`,
      hint: `Shorten or split the rule, or raise \`budget.${name}\`.`,
    };
  }
  return {
    reason: `the rules before it leave no room in the ${budget}`,
    hint: `Raise \`budget.${name}\`, shorten the rules, let fewer of them apply, or give this one a higher priority.`,
  };
}

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
  return countOf(number, nouns.slice(0, -1));
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
