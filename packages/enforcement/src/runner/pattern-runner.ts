import { performance } from "node:perf_hooks";
import type { PatternOutcome, PatternRunner, PatternSource } from "@precept/governance";
import { compileFast, type FastProgram } from "./fast-program.ts";
import { compileLinear, type LinearProgram } from "./linear-engine.ts";
import { Quarantine, type QuarantineOptions } from "./quarantine.ts";
import { TimeBudget } from "./time-budget.ts";

/** A pattern that had to be interrupted. */
export interface SlowPattern {
  readonly id: string;
  /** How long it ran, in milliseconds. */
  readonly milliseconds: number;
  /** Whether it was interrupted so often that it is kept from the fast engine for a while. */
  readonly isQuarantined: boolean;
}

/** How much time patterns get. All times are in milliseconds. */
export interface BoundedRunnerOptions extends Partial<QuarantineOptions> {
  /** What all patterns share for one text; one that uses half of it or more is interrupted, and the others begin anew. Default 50. */
  readonly budget?: number;
  /** What an interrupted pattern gets for a second try, where the linear engine can't run it: the machine may just have been busy. Default 200. */
  readonly patience?: number;
  /** What a text may take at most, however many patterns are interrupted; and the same again for trying those in another way. Default 1000. */
  readonly maxTime?: number;
  /** UTF-16 code units. Longer texts are not looked at. Default 4 million. */
  readonly maxTextLength?: number;
  /** Is told about each pattern that had to be interrupted, even where the linear engine then knew the answer. */
  readonly onSlow?: (pattern: SlowPattern) => void;
}

/** More matches of one pattern are not told, whatever is asked for. */
const maxMatches = 10_000;
/** Compiled programs for the linear engine: patterns rarely get there. */
const maxPrograms = 200;

/**
 * Runs strangers' patterns within a time budget. A pattern that takes too long is interrupted, and run again in an engine that takes time in
 * proportion to the text; where that engine has no words for it and a second try fails too, the outcome is `indeterminate`. The outcomes of all other
 * patterns are what they are without it.
 */
export function createBoundedRunner(options: BoundedRunnerOptions = {}): PatternRunner {
  const runner = new BoundedRunner(options);
  return { run: (patterns, text, limit) => runner.run(patterns, text, Math.min(limit, maxMatches)) };
}

class BoundedRunner {
  readonly #time = new TimeBudget();
  readonly #budget: number;
  readonly #patience: number;
  readonly #maxTime: number;
  readonly #maxTextLength: number;
  readonly #onSlow: (pattern: SlowPattern) => void;
  readonly #quarantine: Quarantine;
  /** Patterns are values that live as long as their policies. */
  readonly #programs = new WeakMap<PatternSource, FastProgram>();
  readonly #linearPrograms = new Map<string, LinearProgram | undefined>();

  constructor({
    budget = 50,
    patience = 200,
    maxTime = 1000,
    maxTextLength = 4e6,
    onSlow = () => {},
    clock = Date.now,
    ...rest
  }: BoundedRunnerOptions) {
    this.#budget = budget;
    this.#patience = patience;
    this.#maxTime = maxTime;
    this.#maxTextLength = maxTextLength;
    this.#onSlow = onSlow;
    this.#quarantine = new Quarantine({ ...rest, clock });
  }

  run(patterns: readonly PatternSource[], text: string, limit: number): readonly PatternOutcome[] {
    if (text.length > this.#maxTextLength) {
      const reason = `the text is longer than ${this.#maxTextLength} characters`;
      return patterns.map(() => ({ kind: "indeterminate", reason }));
    }
    const outcomes = new Map<PatternSource, PatternOutcome>();
    this.#runFast(
      patterns.filter((pattern) => !this.#quarantine.has(keyOf(pattern))),
      text,
      limit,
      outcomes,
    );
    this.#runAgain(
      patterns.filter((pattern) => !outcomes.has(pattern)),
      text,
      limit,
      outcomes,
    );
    return patterns.map((pattern) => outcomes.get(pattern) ?? { kind: "indeterminate", reason: "there was no time left for it" });
  }

  /** Leaves without an outcome what was interrupted, and what there was no time for. */
  #runFast(patterns: readonly PatternSource[], text: string, limit: number, outcomes: Map<PatternSource, PatternOutcome>): void {
    const end = performance.now() + this.#maxTime;
    let at = 0;
    while (at < patterns.length) {
      const budget = Math.min(this.#budget, end - performance.now());
      if (budget < 1) return;
      let started = 0;
      const isFinished = this.#time.spend(budget, () => {
        for (; at < patterns.length; at += 1) {
          const pattern = patterns[at] as PatternSource;
          started = performance.now();
          const outcome = this.#tryToRun(pattern, text, limit);
          if (outcome !== undefined) outcomes.set(pattern, outcome);
        }
      });
      const pattern = patterns[at];
      if (isFinished || pattern === undefined) return;
      const milliseconds = performance.now() - started;
      // Others may have used up the time before it began: then it gets another chance, as the first of the next round.
      if (milliseconds < budget / 2) continue;
      const isQuarantined = this.#quarantine.strike(keyOf(pattern));
      this.#onSlow({ id: pattern.id, milliseconds, isQuarantined });
      at += 1;
    }
  }

  #runAgain(patterns: readonly PatternSource[], text: string, limit: number, outcomes: Map<PatternSource, PatternOutcome>): void {
    const end = performance.now() + this.#maxTime;
    for (const [at, pattern] of patterns.entries()) {
      // Each gets an even share of what is left.
      const share = () => (end - performance.now()) / (patterns.length - at);
      if (share() < 1) return;
      let outcome: PatternOutcome | undefined;
      const isFinished = this.#time.spend(share(), () => {
        outcome = this.#linearProgramFor(pattern)?.run(text, limit);
      });
      // What was interrupted within may not be in order any more.
      if (!isFinished) this.#linearPrograms.delete(keyOf(pattern));
      if (outcome === undefined && !this.#quarantine.has(keyOf(pattern))) {
        this.#time.spend(Math.min(share(), this.#patience), () => {
          outcome = this.#tryToRun(pattern, text, limit);
        });
      }
      outcomes.set(pattern, outcome ?? { kind: "indeterminate", reason: "it takes too long" });
    }
  }

  /** Undefined where the engine gives up: the pattern is too large once compiled, or has too much to come back to. */
  #tryToRun(pattern: PatternSource, text: string, limit: number): PatternOutcome | undefined {
    try {
      let program = this.#programs.get(pattern);
      if (program === undefined) this.#programs.set(pattern, (program = compileFast(pattern)));
      return program.run(text, limit);
    } catch {
      return undefined;
    }
  }

  #linearProgramFor(pattern: PatternSource): LinearProgram | undefined {
    const key = keyOf(pattern);
    if (!this.#linearPrograms.has(key)) {
      const [oldest] = this.#linearPrograms.keys();
      if (this.#linearPrograms.size >= maxPrograms && oldest !== undefined) this.#linearPrograms.delete(oldest);
      this.#linearPrograms.set(key, compileLinear(pattern));
    }
    return this.#linearPrograms.get(key);
  }
}

function keyOf({ source, flags }: PatternSource): string {
  return `${flags}/${source}`;
}
