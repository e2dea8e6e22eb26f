import type { AppliedRule, RuleMatch } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";

/** A match with its text for the prompt. */
export interface MeasuredMatch extends RuleMatch {
  readonly content: string;
}

/**
 * Measures the text of a match. Its tokens are counted when they are first read, since most answers do not need them.
 *
 * @param cut whether the budget truncated the text.
 */
export function measureRule(
  { rule, reason, matchedFiles, variables, content }: MeasuredMatch,
  counter: TokenCounter,
  cut = false,
): AppliedRule {
  let tokens: number | undefined;
  return {
    rule,
    reason,
    matchedFiles,
    ...(variables !== undefined && { variables }),
    content,
    characters: content.length,
    get tokens() {
      return (tokens ??= counter.count(content));
    },
    cut,
  };
}
