import type { PatternMatch } from "./pattern-runner.ts";

/** The matches of one pattern, in their order, that share no character with any of the others. An empty match is touched by what goes on behind it. */
export function withoutTouched(matches: readonly PatternMatch[], others: readonly PatternMatch[]): readonly PatternMatch[] {
  const ranges = others
    .filter(({ text }) => text !== "")
    .map(({ index, text }) => [index, index + text.length] as const)
    .toSorted(([left], [right]) => left - right);
  let next = 0;
  let reach = -1;
  return matches.filter(({ index, text }) => {
    const end = index + Math.max(text.length, 1);
    for (; (ranges[next]?.[0] ?? Infinity) < end; next += 1) reach = Math.max(reach, ranges[next]?.[1] ?? -1);
    return reach <= index;
  });
}
