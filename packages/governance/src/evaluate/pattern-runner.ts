import type { PatternSource } from "../model/pattern.ts";

/** One match of a pattern. Plain data, so that it may come from another thread or another engine. */
export interface PatternMatch {
  /** Where it begins, from 0, in UTF-16 code units. */
  readonly index: number;
  readonly text: string;
  /** `1`, `2`, … and the names of groups. Groups that took no part are left out. */
  readonly groups: Readonly<Record<string, string>>;
}

/** What came of running one pattern: its matches, or why nobody knows them. */
export type PatternOutcome =
  | {
      readonly kind: "matches";
      /** In the order of the text, none overlapping another. */
      readonly matches: readonly PatternMatch[];
      /** Whether there are more than were asked for. */
      readonly isCut: boolean;
    }
  | { readonly kind: "indeterminate"; readonly reason: string };

/**
 * Runs regular expressions that strangers wrote. The runner decides how long that may take: what it had to interrupt, or cannot run, is
 * `indeterminate`, and counts as broken where the stakes are high.
 */
export interface PatternRunner {
  /**
   * @param limit how many matches of each pattern are wanted at most.
   * @returns an outcome for each pattern, in their order.
   */
  run(patterns: readonly PatternSource[], text: string, limit: number): readonly PatternOutcome[];
}

/**
 * Runs patterns in the engine at hand, for as long as they take: for tests, browsers, and patterns that are known to be harmless. One evil
 * pattern keeps it busy for ever.
 */
export const unboundedRunner: PatternRunner = {
  run: (patterns, text, limit) => patterns.map((pattern) => runPattern(pattern, text, limit)),
};

/** Compiling takes longer than most runs. Patterns are values that live as long as their policies. */
const compiled = new WeakMap<PatternSource, RegExp>();

/** Runs one pattern, in the time that it takes. A pattern that is not valid is `indeterminate`. */
export function runPattern(pattern: PatternSource, text: string, limit: number): PatternOutcome {
  let expression = compiled.get(pattern);
  try {
    if (expression === undefined) compiled.set(pattern, (expression = new RegExp(pattern.source, `g${pattern.flags}`)));
  } catch (error) {
    return { kind: "indeterminate", reason: (error as Error).message };
  }
  const matches: PatternMatch[] = [];
  // `matchAll` works on a copy, and gets over empty matches.
  for (const match of text.matchAll(expression)) {
    if (matches.length === limit) return { kind: "matches", matches, isCut: true };
    matches.push({ index: match.index, text: match[0], groups: groupsOf(match) });
  }
  return { kind: "matches", matches, isCut: false };
}

/** The groups of a match as `PatternMatch` has them. */
export function groupsOf(match: RegExpExecArray): Readonly<Record<string, string>> {
  const numbered = match.slice(1).map((text, at) => [String(at + 1), text] as const);
  const all = [...numbered, ...Object.entries(match.groups ?? {})] as readonly (readonly [string, string | undefined])[];
  return Object.fromEntries(all.filter(([, text]) => text !== undefined)) as Record<string, string>;
}
