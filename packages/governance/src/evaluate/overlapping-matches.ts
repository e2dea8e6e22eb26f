import type { PatternMatch } from "./pattern-runner.ts";

/** Removes the matches that share a character with one of `others`. An empty match counts as the character after it. */
export function withoutOverlapping(matches: readonly PatternMatch[], others: readonly PatternMatch[]): readonly PatternMatch[] {
  const ranges = others
    .filter(({ text }) => text !== "")
    .map(({ index, text }) => [index, index + text.length] as const)
    .toSorted(([left], [right]) => left - right);
  let next = 0;
  let coveredUpTo = -1;
  return matches.filter(({ index, text }) => {
    const end = index + Math.max(text.length, 1);
    for (; (ranges[next]?.[0] ?? Infinity) < end; next += 1) coveredUpTo = Math.max(coveredUpTo, ranges[next]?.[1] ?? -1);
    return coveredUpTo <= index;
  });
}
