import type { PatternSource } from "../model/pattern.ts";
import { createPrefilter } from "./prefilter.ts";

/** Returns the policy ids of the patterns that may match a text: the `candidates` option of `evaluate`. */
export type CandidateFinder = (patterns: readonly PatternSource[], text: string) => Iterable<string>;

/**
 * Creates a finder that searches a text for the required literals of all patterns in one pass.
 *
 * @param all every pattern that the finder will be called with. It can be called with some of them, in any order; an unknown pattern is
 *   always a candidate.
 *
 * @example
 * ```ts
 * import { createCandidateFinder, evaluate, parsePolicies, patternsOf } from "@precept/governance";
 *
 * const yaml = "{ id: NO-SUDO, severity: CRITICAL, match: { keywords: [sudo] }, message: Do not use sudo. }";
 * const policies = parsePolicies(yaml).policies.map(({ policy }) => policy);
 * const candidates = createCandidateFinder(policies.flatMap(patternsOf));
 * const decision = evaluate(policies, { text: "sudo reboot" }, { candidates, hash: (text) => text });
 * ```
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
