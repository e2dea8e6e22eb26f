import {
  compileLinear,
  isLinear,
  type LinearPattern,
  type PatternOutcome,
  type PatternRunner,
  type PatternSource,
  type PatternTask,
} from "@precept/governance";
import { cpuTime } from "./cpu-time.ts";
import { compileFast, type FastProgram } from "./fast-program.ts";
import { runWithin } from "./time-budget.ts";

/** A pattern that had to be interrupted. */
export interface SlowPattern {
  readonly id: string;
  /** The CPU time until the interruption, in milliseconds. */
  readonly milliseconds: number;
}

/** The limits of a runner. Times are CPU time of the thread, in milliseconds, so that a busy machine changes no result. */
export interface BoundedRunnerOptions {
  /** The time that all patterns share for one text. After an interruption, the others get a new one. Default 50. */
  readonly budget?: number;
  /** The budget of a second attempt for an interrupted pattern that the linear engine cannot run. Default 200. */
  readonly retryBudget?: number;
  /** The time limit of one text, and also of repeating its interrupted patterns. Default 1,000. */
  readonly maxTime?: number;
  /** The maximum length of a text, in UTF-16 code units. Longer texts are indeterminate. Default 4,000,000. */
  readonly maxTextLength?: number;
  /** Called for each interrupted pattern, even if the linear engine then has a result. */
  readonly onSlow?: (pattern: SlowPattern) => void;
}

/** The maximum number of matches of one pattern. */
const maxMatches = 10_000;
/** The maximum number of cached programs for the linear engine, which few patterns need. */
const maxPrograms = 200;

/**
 * Creates a runner for untrusted patterns. A pattern that exceeds its budget of CPU time runs again in a linear-time
 * engine, or a second time. If both fail, the outcome is `indeterminate`. Slow patterns do not affect others or later
 * runs.
 */
export function createBoundedRunner(options: BoundedRunnerOptions = {}): PatternRunner {
  const runner = new BoundedRunner(options);
  const runAll = (tasks: readonly PatternTask[], limit: number): readonly PatternOutcome[] =>
    runner.run(tasks, Math.min(limit, maxMatches));
  return {
    run(patterns, text, limit) {
      const tasks = patterns.map((pattern) => ({ pattern, text }));
      return runAll(tasks, limit);
    },
    runAll,
  };
}

class BoundedRunner {
  readonly #options: Required<BoundedRunnerOptions>;
  /** Patterns live as long as their policies. */
  readonly #programs = new WeakMap<PatternSource, FastProgram>();
  readonly #linearPrograms = new Map<string, LinearPattern | undefined>();

  constructor(options: BoundedRunnerOptions) {
    this.#options = { budget: 50, retryBudget: 200, maxTime: 1000, maxTextLength: 4e6, onSlow: () => {}, ...options };
  }

  run(tasks: readonly PatternTask[], limit: number): readonly PatternOutcome[] {
    const outcomes = new Map<PatternTask, PatternOutcome>();
    const reason = `the text is longer than ${this.#options.maxTextLength} characters`;
    for (const task of tasks)
      if (task.text.length > this.#options.maxTextLength) outcomes.set(task, { kind: "indeterminate", reason });
    const isRun = (task: PatternTask): boolean => outcomes.has(task);
    this.#runFast(
      tasks.filter((task) => !isRun(task)),
      limit,
      outcomes,
    );
    const interrupted = tasks.filter((task) => !isRun(task));
    this.#runInterrupted(interrupted, limit, outcomes);
    return tasks.map((task) => outcomes.get(task) ?? { kind: "indeterminate", reason: "the time limit was reached" });
  }

  /** Runs patterns in V8. Patterns that were interrupted or not reached have no outcome. */
  #runFast(tasks: readonly PatternTask[], limit: number, outcomes: Map<PatternTask, PatternOutcome>): void {
    const end = cpuTime() + this.#options.maxTime;
    let at = 0;
    while (at < tasks.length) {
      const started = cpuTime();
      const budget = Math.min(this.#options.budget, end - started);
      if (budget < 1) return;
      const first = at;
      const isFinished = runWithin(budget, () => {
        for (; at < tasks.length; at += 1) {
          const task = tasks[at] as PatternTask;
          const outcome = this.#tryToRun(task, limit);
          if (outcome !== undefined) outcomes.set(task, outcome);
        }
      });
      const pattern = tasks[at]?.pattern;
      if (isFinished || pattern === undefined) return;
      // Earlier patterns used a part of the budget, so this one runs again, first in the next round.
      if (at > first) continue;
      this.#options.onSlow({ id: pattern.id, milliseconds: cpuTime() - started });
      at += 1;
    }
  }

  #runInterrupted(tasks: readonly PatternTask[], limit: number, outcomes: Map<PatternTask, PatternOutcome>): void {
    const end = cpuTime() + this.#options.maxTime;
    for (const [at, task] of tasks.entries()) {
      const { pattern, text } = task;
      // Each pattern gets an equal share of the remaining time.
      const share = () => (end - cpuTime()) / (tasks.length - at);
      if (share() < 1) return;
      let outcome: PatternOutcome | undefined;
      runWithin(share(), () => {
        outcome = this.#linearProgramFor(pattern)?.run(text, limit);
      });
      if (outcome === undefined) {
        runWithin(Math.min(share(), this.#options.retryBudget), () => {
          outcome = this.#tryToRun(task, limit);
        });
      }
      outcomes.set(task, outcome ?? { kind: "indeterminate", reason: "it timed out" });
    }
  }

  /** Returns undefined if the engine fails: the compiled pattern or its backtracking stack is too large. */
  #tryToRun({ pattern, text }: PatternTask, limit: number): PatternOutcome | undefined {
    try {
      let program = this.#programs.get(pattern);
      if (program === undefined) this.#programs.set(pattern, (program = compileFast(pattern)));
      return program.run(text, limit);
    } catch {
      return undefined;
    }
  }

  #linearProgramFor(pattern: PatternSource): LinearPattern | undefined {
    const key = keyOf(pattern);
    if (!this.#linearPrograms.has(key)) {
      const [oldest] = this.#linearPrograms.keys();
      if (this.#linearPrograms.size >= maxPrograms && oldest !== undefined) this.#linearPrograms.delete(oldest);
      const linear = compileLinear(pattern);
      this.#linearPrograms.set(key, isLinear(linear) ? linear : undefined);
    }
    return this.#linearPrograms.get(key);
  }
}

function keyOf({ source, flags }: PatternSource): string {
  return `${flags}/${source}`;
}
