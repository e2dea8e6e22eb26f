import type { SignScore } from "../model/policy.ts";
import type { PatternMatch } from "./pattern-runner.ts";

/** A sign that was found, with what it adds to the sum. Without matches, it holds for the text as a whole. */
export interface FoundSign {
  readonly weight: number;
  readonly matches: readonly PatternMatch[];
}

/** The maximum length of the text that is returned as the match. */
const maxMatchLength = 300;

/**
 * Returns the first part of the text, of `within` characters, in which the weights of different signs add up to at least
 * `atLeast`. Undefined if there is none. A sign counts once, however often it matches.
 */
export function firstOverScore(
  signs: readonly FoundSign[],
  { atLeast, within }: SignScore,
  text: string,
): PatternMatch | undefined {
  const everywhere = signs.filter(({ matches }) => matches.length === 0).reduce((sum, { weight }) => sum + weight, 0);
  const found = signs
    .flatMap((sign) => sign.matches.map((match) => ({ sign, start: match.index, end: match.index + match.text.length })))
    .toSorted((left, right) => left.start - right.start);
  for (const [at, first] of found.entries()) {
    const counted = new Set<FoundSign>();
    let sum = everywhere;
    for (let next = at; next < found.length; next += 1) {
      const event = found[next];
      if (event === undefined || event.start > first.start + within) break;
      if (counted.has(event.sign)) continue;
      counted.add(event.sign);
      sum += event.sign.weight;
      if (sum < atLeast) continue;
      const end = Math.min(event.end, first.start + maxMatchLength);
      return { index: first.start, text: text.slice(first.start, end), groups: {} };
    }
  }
  return undefined;
}
