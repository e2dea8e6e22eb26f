import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import {
  expressionTexts,
  meetsExpressions,
  meetsWithoutExpressions,
  type ConditionMatchers,
  type TextMatcher,
} from "../commands/match-command.ts";
import type { ParsedCommand } from "../commands/parsed-command.ts";
import type { PatternSource } from "../model/policy.ts";
import { runTasks, type PatternOutcome, type PatternRunner, type PatternTask } from "./pattern-runner.ts";
import type { PreparedCommand } from "../prepare/prepared-block.ts";
import type { SubjectCommands } from "./subject-commands.ts";

/** The maximum number of expressions that are run together. Further ones are run when they are needed. */
const maxTasks = 2000;
const expressions = ["arguments", "operands", "output"] as const;

/**
 * Evaluates the conditions on the commands of one text. The expressions of all conditions run together, when the first
 * result is needed, because starting a run takes longer than most expressions.
 */
export class CommandExpressions {
  readonly #conditions: () => readonly PreparedCommand[];
  readonly #commands: SubjectCommands;
  readonly #runner: PatternRunner;
  readonly #candidates = new Map<PreparedCommand, readonly ParsedCommand[]>();
  readonly #outcomes = new Map<PatternSource, Map<string, PatternOutcome>>();
  #isPrepared = false;

  /** @param conditions returns the conditions that may be evaluated. */
  constructor(conditions: () => readonly PreparedCommand[], commands: SubjectCommands, runner: PatternRunner) {
    this.#conditions = conditions;
    this.#commands = commands;
    this.#runner = runner;
  }

  /** Returns the commands that meet a condition. `isUnknown`: others might, but an expression could not be run. */
  find(condition: PreparedCommand): { readonly found: ReadonlySet<ParsedCommand>; readonly isUnknown: boolean } {
    this.#prepare();
    const matchers = this.#matchersOf(condition);
    const results = this.#candidatesOf(condition).map((command) => [command, meetsExpressions(command, matchers)] as const);
    return {
      found: new Set(results.flatMap(([command, result]) => (result === true ? [command] : []))),
      isUnknown: results.some(([, result]) => result === undefined),
    };
  }

  #candidatesOf(condition: PreparedCommand): readonly ParsedCommand[] {
    return getOrInsertComputed(this.#candidates, condition, () =>
      this.#commands.parsed.commands.filter((command) => meetsWithoutExpressions(command, condition)),
    );
  }

  #prepare(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    const tasks = this.#listTasks();
    const outcomes = runTasks(this.#runner, tasks, 1);
    for (const [at, { pattern, text }] of tasks.entries()) {
      const outcome = outcomes[at];
      if (outcome !== undefined) this.#outcomesOf(pattern).set(text, outcome);
    }
  }

  #listTasks(): readonly PatternTask[] {
    const tasks: PatternTask[] = [];
    for (const condition of this.#conditions()) {
      for (const key of expressions) {
        const pattern = condition[key];
        if (pattern === undefined) continue;
        for (const text of new Set(this.#candidatesOf(condition).flatMap(expressionTexts[key]))) {
          if (tasks.length === maxTasks) return tasks;
          tasks.push({ pattern, text });
        }
      }
    }
    return tasks;
  }

  #matchersOf(condition: PreparedCommand): ConditionMatchers {
    const matchers: Partial<Record<keyof ConditionMatchers, TextMatcher>> = {};
    for (const key of expressions) {
      const pattern = condition[key];
      if (pattern !== undefined) matchers[key] = (text) => this.#matches(pattern, text);
    }
    return matchers;
  }

  #matches(pattern: PatternSource, text: string): boolean | undefined {
    const outcomes = this.#outcomesOf(pattern);
    const outcome = outcomes.get(text) ?? this.#runner.run([pattern], text, 1)[0];
    if (outcome === undefined) return undefined;
    outcomes.set(text, outcome);
    return outcome.kind === "matches" ? outcome.matches.length > 0 : undefined;
  }

  #outcomesOf(pattern: PatternSource): Map<string, PatternOutcome> {
    return getOrInsertComputed(this.#outcomes, pattern, () => new Map());
  }
}
