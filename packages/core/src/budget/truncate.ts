import type { AppliedRule } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import type { BudgetTracker } from "./budget-tracker.ts";

/** Appended to a truncated text. */
export const ellipsisMarker = "\n\n… [cut to fit the rule budget]";

/** Truncates the text of a rule to the remaining budget and appends the marker. Undefined if no text fits. */
export function truncateToFit(rule: AppliedRule, budget: BudgetTracker, counter: TokenCounter): AppliedRule | undefined {
  if (!budget.allowsAnother(rule)) return undefined;
  // Binary search for the length: a longer text never has fewer tokens.
  let low = 0;
  let high = Math.min(rule.content.length, budget.characters - ellipsisMarker.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (counter.count(truncateAt(rule.content, middle)) <= budget.tokens) low = middle;
    else high = middle - 1;
  }
  if (low <= 0) return undefined;
  const content = truncateAt(rule.content, low);
  const tokens = counter.count(content);
  if (tokens > budget.tokens || content === ellipsisMarker) return undefined;
  return { ...rule, content, characters: content.length, tokens, cut: true };
}

/** Does not split surrogate pairs. */
function truncateAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const whole = last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return text.slice(0, whole).trimEnd() + ellipsisMarker;
}
