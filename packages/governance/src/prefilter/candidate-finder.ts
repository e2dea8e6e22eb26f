import type { PatternSource } from "../model/policy.ts";
import { literalsFor } from "./known-literals.ts";
import { createPrefilter } from "./prefilter.ts";

/** Returns the policy ids of the patterns that may match a text: the `candidates` option of `evaluate`. */
export type CandidateFinder = (patterns: readonly PatternSource[], text: string) => Iterable<string>;

export interface CandidateFinderOptions {
  /**
   * The number of characters, in all calls together, that are searched without an automaton. Building one takes longer
   * than checking a short text, and a process that checks one tool call never needs it. Default 65,536.
   */
  readonly charactersBeforeAutomaton?: number;
}

/** A short text counts as this many characters, because each literal is searched separately. */
const minCharacters = 64;

/**
 * Creates a finder that searches a text for the required literals of patterns: first one by one, and after a number of
 * characters for the literals of all patterns in one pass.
 *
 * @param all returns every pattern that the finder will be called with, for the automaton. Called at most once. The
 * finder can be called with some of them, in any order. An unknown pattern is always a candidate.
 *
 * @example
 * ```ts
 * import { createCandidateFinder, evaluate, parsePolicies, patternsOf } from "@precept/governance";
 *
 * const yaml = "{ id: NO-SUDO, severity: CRITICAL, match: { keywords: [sudo] }, message: Do not use sudo. }";
 * const policies = parsePolicies(yaml).policies.map(({ policy }) => policy);
 * const candidates = createCandidateFinder(() => policies.flatMap(patternsOf));
 * const decision = evaluate(policies, { text: "sudo reboot" }, { candidates, hash: (text) => text });
 * ```
 */
export function createCandidateFinder(
  all: () => readonly PatternSource[],
  { charactersBeforeAutomaton = 65_536 }: CandidateFinderOptions = {},
): CandidateFinder {
  let searched = 0;
  let find: CandidateFinder | undefined;
  return (patterns, text) => {
    searched += Math.max(text.length, minCharacters);
    if (searched > charactersBeforeAutomaton) find ??= findWithAutomaton(all());
    return (find ?? findEach)(patterns, text);
  };
}

function findEach(patterns: readonly PatternSource[], text: string): Iterable<string> {
  const folded = foldAscii(text);
  return patterns.filter((pattern) => containsAny(folded, literalsFor(pattern))).map(({ id }) => id);
}

/** Changes only A to Z in a text to lower case: other letters, such as the Kelvin sign, may fold to ASCII. */
function foldAscii(text: string): string {
  // oxlint-disable-next-line no-control-regex -- matches what is not ASCII
  return /[^\x00-\x7F]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase();
}

/** Whether a folded text contains one of the literals, in lower-case ASCII. Undefined: none is required. */
function containsAny(folded: string, literals: readonly string[] | undefined): boolean {
  return literals === undefined || literals.some((literal) => folded.includes(literal));
}

function findWithAutomaton(all: readonly PatternSource[]): CandidateFinder {
  const entries = new Map(all.map((pattern, position) => [pattern.id, { pattern, position }]));
  const candidatesIn = createPrefilter(all);
  return (patterns, text) => {
    const possible = new Set(candidatesIn(text));
    return patterns
      .filter((pattern) => {
        const entry = entries.get(pattern.id);
        return entry === undefined || !isSame(entry.pattern, pattern) || possible.has(entry.position);
      })
      .map(({ id }) => id);
  };
}

function isSame(left: PatternSource, right: PatternSource): boolean {
  return left === right || (left.source === right.source && left.flags === right.flags);
}
