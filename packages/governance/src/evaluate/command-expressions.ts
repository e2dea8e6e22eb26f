import { getOrInsertComputed } from "../get-or-insert-computed.ts";
import { expressionTexts, meetsExpressions, meetsWithoutExpressions } from "../commands/match-command.ts";
import type { ConditionMatchers, TextMatcher } from "../commands/match-command.ts";
import type { ParsedCommand } from "../commands/parsed-command.ts";
import type { PatternSource } from "../model/policy.ts";
import { notRun, PatternBatch, type PatternOutcome, type PatternRunner, type PatternTask } from "./pattern-runner.ts";
import type { PreparedCommand } from "../prepare/prepared-block.ts";
import type { SubjectCommands } from "./subject-commands.ts";

/** The maximum number of expressions that are run together. Further ones are run when they are needed. */
const maxTasks = 2000;
const expressions = ["arguments", "operands", "output"] as const;
const notFound: ReturnType<CommandFinder> = { found: new Set(), isUnknown: false };

/** Returns the commands that meet a condition. `isUnknown`: others might, but an expression could not be run. */
export type CommandFinder = (condition: PreparedCommand) => {
  readonly found: ReadonlySet<ParsedCommand>;
  readonly isUnknown: boolean;
};

/**
 * Creates a finder of the commands of one text. The expressions of all conditions run together.
 *
 * @param conditions returns the conditions that may be evaluated.
 * @param batch the patterns that run anyway, if the text is a command. Other texts are parsed only when the first result is needed.
 */
export function createCommandFinder(
  conditions: () => readonly PreparedCommand[],
  commands: SubjectCommands,
  runner: PatternRunner,
  batch: PatternBatch | undefined,
): CommandFinder {
  const candidates = new Map<PreparedCommand, readonly ParsedCommand[]>();
  const outcomes = new Map<PatternSource, Map<string, PatternOutcome>>();
  const finishBatch = batch && prepare(batch);
  let isFinished = false;

  return (condition) => {
    if (!isFinished) {
      isFinished = true;
      (finishBatch ?? prepare(new PatternBatch(runner, 1)))();
    }
    const possible = candidatesOf(condition);
    if (possible.length === 0) return notFound;
    const matchers = matchersOf(condition);
    const results = possible.map((command) => [command, meetsExpressions(command, matchers)] as const);
    return {
      found: new Set(results.flatMap(([command, result]) => (result === true ? [command] : []))),
      isUnknown: results.some(([, result]) => result === undefined),
    };
  };

  function candidatesOf(condition: PreparedCommand): readonly ParsedCommand[] {
    return getOrInsertComputed(candidates, condition, () =>
      commands.parsed.commands.filter((command) => meetsWithoutExpressions(command, condition)),
    );
  }

  function prepare(added: PatternBatch): () => void {
    const tasks = listTasks();
    const results = added.add(tasks);
    return () => {
      for (const [at, outcome] of results().entries()) {
        const task = tasks[at];
        if (task !== undefined) outcomesOf(task.pattern).set(task.text, outcome);
      }
    };
  }

  function listTasks(): readonly PatternTask[] {
    const tasks: PatternTask[] = [];
    for (const condition of conditions()) {
      const possible = hasExpressions(condition) ? candidatesOf(condition) : [];
      if (possible.length === 0) continue;
      for (const key of expressions) {
        const pattern = condition.expressions[key];
        if (pattern === undefined) continue;
        for (const text of new Set(possible.flatMap(expressionTexts[key]))) {
          if (tasks.length === maxTasks) return tasks;
          tasks.push({ pattern, text });
        }
      }
    }
    return tasks;
  }

  function matchersOf(condition: PreparedCommand): ConditionMatchers {
    const matchers: Partial<Record<keyof ConditionMatchers, TextMatcher>> = {};
    for (const key of expressions) {
      const pattern = condition.expressions[key];
      if (pattern !== undefined) matchers[key] = (text) => matches(pattern, text);
    }
    return matchers;
  }

  function matches(pattern: PatternSource, text: string): boolean | undefined {
    const outcome = getOrInsertComputed(outcomesOf(pattern), text, () => runner.run([pattern], text, 1)[0] ?? notRun);
    return outcome.kind === "matches" ? outcome.matches.length > 0 : undefined;
  }

  function outcomesOf(pattern: PatternSource): Map<string, PatternOutcome> {
    return getOrInsertComputed(outcomes, pattern, () => new Map());
  }
}

function hasExpressions({ condition }: PreparedCommand): boolean {
  return expressions.some((key) => condition[key] !== undefined);
}
