import type { PatternSource } from "../model/pattern.ts";
import { createPrefilter } from "./prefilter.ts";

/** Says which of some patterns can match a text: the ids of their policies, as `evaluate` asks for them. */
export type CandidateFinder = (patterns: readonly PatternSource[], text: string) => Iterable<string>;

/**
 * Prepares, for all patterns there are, to tell in one pass over a text which of them could match it.
 *
 * The finder may be asked about some of the patterns only, in any order. One that it wasn't prepared for is always a candidate.
 */
export function createCandidateFinder(all: readonly PatternSource[]): CandidateFinder {
  const prefilter = createPrefilter(all);
  const known = new Map(all.map((pattern, position) => [pattern.id, { pattern, position }]));
  return (patterns, text) => {
    const possible = new Set(prefilter.candidates(text));
    return patterns.flatMap((pattern) => {
      const entry = known.get(pattern.id);
      return entry !== undefined && isSame(entry.pattern, pattern) && !possible.has(entry.position) ? [] : pattern.id;
    });
  };
}

function isSame(left: PatternSource, right: PatternSource): boolean {
  return left === right || (left.source === right.source && left.flags === right.flags);
}
