import type { PromptFormat } from "@precept/contract/values";
import { composeRequestable, type RequestBy } from "../compose/requestable.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import type { AppliedRule, RequestableRules } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import { formatNumber } from "../text/format.ts";
import { isLonger } from "../text/measure-length.ts";
import { BudgetTracker } from "./budget-tracker.ts";
import { countParts } from "./count-parts.ts";
import { type BudgetOptions, defaultBudget } from "./options.ts";

export interface FittedRequestable extends RequestableRules {
  readonly text: string;
}

export const noRequestable: FittedRequestable = { listed: [], leftOut: [], characters: 0, tokens: 0, text: "" };

interface FitOptions {
  readonly applied: readonly AppliedRule[];
  /** The parts of the prompt section of the applied rules. */
  readonly parts: readonly string[];
  readonly budget: BudgetOptions;
  readonly counter: TokenCounter;
  readonly format: PromptFormat;
  readonly requestBy: RequestBy;
}

/** Lists as many rules as fit into the limit of the list, and into what the applied rules leave of the budget. */
export function fitRequestable(rules: readonly Rule[], options: FitOptions): FittedRequestable {
  const { budget, applied, parts, counter } = options;
  const max = budget.requestable ?? defaultBudget.requestable;
  if (rules.length === 0) return noRequestable;
  const { tokens = Number.POSITIVE_INFINITY, ...others } = budget;
  const tracker = new BudgetTracker(others, () => 0);
  tracker.spend(tracker.amountsOf(applied));
  const { characters, bytes } = tracker.remaining;
  const room = Math.min(characters, max);
  const compose = (count: number): string => composeRequestable(rules.slice(0, count), rules.length - count, options);
  const fits = (text: string): boolean =>
    text.length <= room &&
    !isLonger(text, { max: bytes, unit: "bytes" }) &&
    (tokens === Number.POSITIVE_INFINITY || countParts(parts, counter, text) <= tokens);
  // Each line has at least one character and its end.
  let high = Math.min(rules.length, Math.max(0, Math.floor(room / 2)));
  let low = 0;
  while (low < high) {
    const middle = low === 0 && high === rules.length ? high : Math.ceil((low + high) / 2);
    if (fits(compose(middle))) low = middle;
    else high = middle - 1;
  }
  if (low === 0) return { ...noRequestable, leftOut: rules };
  const text = compose(low);
  let counted: number | undefined;
  return {
    listed: rules.slice(0, low),
    leftOut: rules.slice(low),
    characters: text.length,
    get tokens() {
      return (counted ??= counter.count(text));
    },
    text,
  };
}

/** Reports that the list does not have all rules, unless the user wants no list. */
export function reportRequestable({ listed, leftOut }: RequestableRules, { requestable }: BudgetOptions): readonly Diagnostic[] {
  if (leftOut.length === 0 || requestable === 0) return [];
  const all = formatNumber(listed.length + leftOut.length);
  const max = formatNumber(requestable ?? defaultBudget.requestable);
  const message =
    `${formatNumber(leftOut.length)} of ${all} rules that the agent can ask for are not listed: they do not fit into ` +
    `the ${max} characters of the list, or into what the applied rules leave of the budget.`;
  return [report("budget/requestable-left-out", {}, message)];
}
