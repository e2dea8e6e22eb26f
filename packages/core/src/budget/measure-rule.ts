import type { AppliedRule, RuleMatch } from "../model/resolution.ts";
import type { TokenCounter } from "../ports/token-counter.ts";

export interface MeasuredMatch extends RuleMatch {
  readonly content: string;
}

/** Measures the text of a match. Counts tokens on first read unless their count is known. `cut`: it was truncated. */
export function measureRule(match: MeasuredMatch, counter: TokenCounter, cut = false): AppliedRule {
  const { content } = match;
  const known = counter.known?.(content);
  return known === undefined ? measureLater(match, counter, cut) : { ...match, characters: content.length, tokens: known, cut };
}

function measureLater(match: MeasuredMatch, counter: TokenCounter, cut: boolean): AppliedRule {
  const { content } = match;
  let tokens: number | undefined;
  return {
    ...match,
    characters: content.length,
    get tokens() {
      return (tokens ??= counter.count(content));
    },
    cut,
  };
}
