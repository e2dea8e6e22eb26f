import type { AppliedRule, RuleMatch } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import type { BudgetTracker } from "./budget-tracker.ts";
import { measureRule } from "./measure-rule.ts";

export const ellipsisMarker = "\n\n… [cut to fit the rule budget]";

/** Truncates the text of a rule to the remaining budget and appends the marker. Undefined if no text fits. */
export function truncateToFit(rule: AppliedRule, budget: BudgetTracker, counter: TokenCounter): AppliedRule | undefined {
  if (!budget.allowsAnother(rule)) return undefined;
  const fits = (text: string): boolean =>
    budget.hasBytesFor(text) &&
    (budget.remaining.tokens === Number.POSITIVE_INFINITY || counter.count(text) <= budget.remaining.tokens);
  // Binary search for the length: a longer text hardly ever has fewer tokens, and only texts that were counted are used.
  let low = 0;
  let high = Math.min(rule.content.length, budget.remaining.characters - ellipsisMarker.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(truncateAt(rule.content, middle))) low = middle;
    else high = middle - 1;
  }
  if (low <= 0) return undefined;
  const content = truncateAt(rule.content, low);
  if (content === ellipsisMarker || !fits(content)) return undefined;
  return measureRule({ ...matchOf(rule), content }, counter, true);
}

/** Does not split surrogate pairs. */
function truncateAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const whole = last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return text.slice(0, whole).trimEnd() + ellipsisMarker;
}

/** Without the measurements, so that the tokens of the whole text are not counted. */
function matchOf({ rule, reason, matchedFiles, variables }: AppliedRule): RuleMatch {
  return { rule, reason, matchedFiles, ...(variables !== undefined && { variables }) };
}
