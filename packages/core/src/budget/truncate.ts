import type { AppliedRule } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";
import type { BudgetTracker } from "./budget-tracker.ts";

/** Stands where the budget cut a text. */
export const ellipsisMarker = "\n\n… [cut to fit the rule budget]";

/** The rule with as much of its text as still fits, and the marker; undefined where nothing worth having fits. */
export function cutToFit(rule: AppliedRule, purse: BudgetTracker, counter: TokenCounter): AppliedRule | undefined {
  if (!purse.hasPlaceFor(rule)) return undefined;
  // Tokens are not characters, so the length is searched: a longer text never has fewer tokens.
  let shortest = 0;
  let longest = Math.min(rule.content.length, purse.characters - ellipsisMarker.length);
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2);
    if (counter.count(cutAt(rule.content, middle)) <= purse.tokens) shortest = middle;
    else longest = middle - 1;
  }
  if (shortest <= 0) return undefined;
  const content = cutAt(rule.content, shortest);
  const tokens = counter.count(content);
  if (tokens > purse.tokens || content === ellipsisMarker) return undefined;
  return { ...rule, content, characters: content.length, tokens, cut: true };
}

/** Never cuts a character in two. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const whole = last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return text.slice(0, whole).trimEnd() + ellipsisMarker;
}
