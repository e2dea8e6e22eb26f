import type { PatternSource } from "../model/pattern.ts";
import { containsAny, foldAscii } from "./contains-literal.ts";
import { literalsFor, type KnownLiterals } from "./known-literals.ts";
import { createPrefilter, type Prefilter } from "./prefilter.ts";

/** Returns the policy ids of the patterns that may match a text: the `candidates` option of `evaluate`. */
export type CandidateFinder = (patterns: readonly PatternSource[], text: string) => Iterable<string>;

export interface CandidateFinderOptions {
  /** Literals that need not be extracted from the patterns again. Default: none. */
  readonly literals?: KnownLiterals;
  /**
   * The number of characters, over all calls, that are searched without an automaton. Building one takes longer than checking a short text, and a process
   * that checks one tool call never needs it. Default 65,536.
   */
  readonly charactersBeforeAutomaton?: number;
}

/** A short text counts as this many characters: each literal is a search of its own. */
const minCharacters = 64;

/**
 * Creates a finder that searches a text for the required literals of patterns: first one by one, and after a number of characters for the literals of all
 * patterns in one pass.
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
export function createCandidateFinder(
  all: readonly PatternSource[],
  { literals: known, charactersBeforeAutomaton = 65_536 }: CandidateFinderOptions = {},
): CandidateFinder {
  const entries = new Map(all.map((pattern, position) => [pattern.id, { pattern, position }]));
  const literals = new Map<number, readonly string[] | undefined>();
  const literalsAt = (position: number, pattern: PatternSource): readonly string[] | undefined => {
    if (!literals.has(position)) literals.set(position, literalsFor(pattern, known));
    return literals.get(position);
  };
  let searched = 0;
  let prefilter: Prefilter | undefined;
  return (patterns, text) => {
    searched += Math.max(text.length, minCharacters);
    if (prefilter === undefined && searched > charactersBeforeAutomaton) prefilter = createPrefilter(all, known);
    const possible = prefilter && new Set(prefilter.candidates(text));
    let folded: string | undefined;
    return patterns.flatMap((pattern) => {
      const entry = entries.get(pattern.id);
      if (entry === undefined || !isSame(entry.pattern, pattern)) return pattern.id;
      const { position } = entry;
      if (possible !== undefined) return possible.has(position) ? pattern.id : [];
      return containsAny((folded ??= foldAscii(text)), literalsAt(position, entry.pattern)) ? pattern.id : [];
    });
  };
}

function isSame(left: PatternSource, right: PatternSource): boolean {
  return left === right || (left.source === right.source && left.flags === right.flags);
}
