import type { PatternSource, SyntaxCondition } from "../model/policy.ts";
import type { Code } from "../syntax/code-of.ts";

/** One match of a pattern, as plain data: it may come from another thread or another engine. */
export interface PatternMatch {
  /** The offset of the match, in UTF-16 code units. */
  readonly index: number;
  readonly text: string;
  /** The text of each group by number (`1`, `2`, …) and by name, except for groups that did not match. */
  readonly groups: Readonly<Record<string, string>>;
  /** Whether the match is in an encoded or embedded text, so that a fix cannot be applied. Default false. */
  readonly isEmbedded?: true;
}

/** The outcome of one pattern. `indeterminate`: the pattern was interrupted or could not be run. */
export type PatternOutcome =
  | {
      readonly kind: "matches";
      /** In the order of the text, without overlaps. */
      readonly matches: readonly PatternMatch[];
      /** Whether there are more matches than the limit. */
      readonly isCut: boolean;
    }
  | { readonly kind: "indeterminate"; readonly reason: string };

/** A pattern, and the text that it runs on. */
export interface PatternTask {
  readonly pattern: PatternSource;
  readonly text: string;
}

/** Runs untrusted regular expressions. A pattern that takes too long or cannot be run is `indeterminate`. */
export interface PatternRunner {
  /**
   * @param limit the maximum number of matches for each pattern.
   * @returns an outcome for each pattern, in the same order.
   */
  run(patterns: readonly PatternSource[], text: string, limit: number): readonly PatternOutcome[];
  /**
   * Runs each pattern on its text, with one time limit for all. Starting a run takes longer than most patterns.
   * Default: calls `run` for each task.
   *
   * @returns an outcome for each task, in the same order.
   */
  runAll?(tasks: readonly PatternTask[], limit: number): readonly PatternOutcome[];
  /** Searches code for a syntax condition, without `where`. Default: no language is available. */
  findSyntax?(condition: SyntaxCondition, code: Code, limit: number): SyntaxOutcome;
}

/** A match of a syntax condition. Its groups are the texts of the metavariables. */
export interface SyntaxMatch extends PatternMatch {
  /** The texts of the metavariables with imports and aliases resolved. */
  readonly names: Readonly<Record<string, string>>;
}

/** The outcome of a syntax condition. `unavailable`: a package that parses the language is not installed. */
export type SyntaxOutcome =
  | {
      readonly kind: "matches";
      readonly matches: readonly SyntaxMatch[];
      readonly isCut: boolean;
      /** The line of the first syntax error, because of which matches may be missing. Undefined: there is none. */
      readonly errorLine?: number;
    }
  | { readonly kind: "indeterminate"; readonly reason: string }
  | { readonly kind: "unavailable"; readonly reason: string };

function runTasks(runner: PatternRunner, tasks: readonly PatternTask[], limit: number): readonly PatternOutcome[] {
  if (tasks.length === 0) return [];
  if (runner.runAll !== undefined) return runner.runAll(tasks, limit);
  return tasks.map(({ pattern, text }) => runner.run([pattern], text, limit)[0] ?? notRun);
}

/** Collects patterns that are run together, because starting a run takes longer than most patterns. */
export class PatternBatch {
  readonly #runner: PatternRunner;
  readonly #limit: number;
  readonly #tasks: PatternTask[] = [];
  #outcomes: readonly PatternOutcome[] | undefined;

  /** @param limit the maximum number of matches for each pattern. */
  constructor(runner: PatternRunner, limit: number) {
    this.#runner = runner;
    this.#limit = limit;
  }

  /** Returns a function that returns the outcome of each task, in the same order. The first such call runs all tasks. */
  add(tasks: readonly PatternTask[]): () => readonly PatternOutcome[] {
    const first = this.#tasks.length;
    for (const task of tasks) this.#tasks.push(task);
    return () => (this.#outcomes ??= runTasks(this.#runner, this.#tasks, this.#limit)).slice(first, first + tasks.length);
  }
}

export const notRun: PatternOutcome = { kind: "indeterminate", reason: "its pattern was not run" };

/**
 * Runs patterns with `RegExp` and without a time limit: for tests, browsers and trusted patterns. A pattern with
 * catastrophic backtracking never returns.
 */
export const unboundedRunner: PatternRunner = {
  run: (patterns, text, limit) => patterns.map((pattern) => runPattern(pattern, text, limit)),
};

/** Compiling takes longer than most runs. Keyed by the pattern object, which lives as long as its policy. */
const compiled = new WeakMap<PatternSource, RegExp>();

/** Runs one pattern without a time limit. An invalid pattern is `indeterminate`. */
export function runPattern(pattern: PatternSource, text: string, limit: number): PatternOutcome {
  let expression = compiled.get(pattern);
  try {
    if (expression === undefined) compiled.set(pattern, (expression = new RegExp(pattern.source, `g${pattern.flags}`)));
  } catch (error) {
    return { kind: "indeterminate", reason: (error as Error).message };
  }
  const matches: PatternMatch[] = [];
  // `matchAll` copies the expression, so `lastIndex` is not shared, and advances past empty matches.
  for (const match of text.matchAll(expression)) {
    if (matches.length === limit) return { kind: "matches", matches, isCut: true };
    matches.push({ index: match.index, text: match[0], groups: groupsOf(match) });
  }
  return { kind: "matches", matches, isCut: false };
}

/** Converts the groups of a `RegExp` match to the groups of a {@link PatternMatch}. */
export function groupsOf(match: RegExpExecArray): Readonly<Record<string, string>> {
  const numbered = match.slice(1).map((text, at) => [String(at + 1), text] as const);
  const all = [...numbered, ...Object.entries(match.groups ?? {})] as readonly (readonly [string, string | undefined])[];
  return Object.fromEntries(all.filter(([, text]) => text !== undefined)) as Record<string, string>;
}
