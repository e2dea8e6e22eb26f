import { isExclusion } from "@precept/core";
import type { CommandCondition } from "../model/policy.ts";
import { pathsOf } from "./directory/working-directory.ts";
import { isKnown } from "./traits/is-known.ts";
import { hasFlag } from "./options/has-flag.ts";
import type { ParsedCommand } from "./parsed-command.ts";
import { matchesName } from "./program-name.ts";

/** Whether an expression matches a text. Undefined if it could not be run. */
export type TextMatcher = (text: string) => boolean | undefined;

export interface PreparedCondition {
  readonly condition: CommandCondition;
  readonly programs: readonly string[];
  /** Programs that do not meet the condition. */
  readonly excluded: readonly string[];
}

/** The expressions of a condition, as matchers. Undefined if the condition has none. */
export type ConditionMatchers = Readonly<Partial<Record<"operands" | "arguments" | "output", TextMatcher>>>;

export function prepareCondition(condition: CommandCondition): PreparedCondition {
  const { programs = none } = condition;
  if (!programs.some(isExclusion)) return { condition, programs, excluded: none };
  return {
    condition,
    programs: programs.filter((name) => !isExclusion(name)),
    excluded: programs.filter(isExclusion).map((name) => name.slice(1)),
  };
}

const none: readonly string[] = [];

/** Whether a command meets a condition, apart from its expressions. */
export function meetsWithoutExpressions(command: ParsedCommand, { condition, programs, excluded }: PreparedCondition): boolean {
  const { subcommands, flags, withoutFlags, runs, traits, withoutTraits, pipesInto, pipesFrom } = condition;
  return (
    (programs.length === 0 || matchesName(programs, command.program)) &&
    !matchesName(excluded, command.program) &&
    (flags === undefined || flags.every((spellings) => spellings.some((flag) => hasFlag(command, flag)))) &&
    withoutFlags?.some((flag) => hasFlag(command, flag)) !== true &&
    (subcommands === undefined || subcommands.some((words) => startsWith(command.words, words.trim().split(/\s+/)))) &&
    (runs === undefined || runs.some((kind) => command.runs?.includes(kind) === true)) &&
    (pipesInto === undefined || command.pipesInto.some((program) => matchesName(pipesInto, program))) &&
    (pipesFrom === undefined || command.pipesFrom.some((program) => matchesName(pipesFrom, program))) &&
    (traits === undefined || isKnown(command, traits)) &&
    (withoutTraits === undefined || !isKnown(command, withoutTraits))
  );
}

/** The texts of a command on which each expression of a condition runs. */
export const expressionTexts = {
  arguments: (command: ParsedCommand): readonly string[] => argumentsOf(command),
  operands: (command: ParsedCommand): readonly string[] => [
    ...command.operands.flatMap((word) => pathsOf(command, word)),
    ...inputsOf(command),
  ],
  output: (command: ParsedCommand): readonly string[] =>
    outputsOf(command).flatMap((path) => pathsOf({ ...command, program: "" }, path)),
} as const;

/** Whether a command meets the expressions of a condition. Undefined if one could not be run and all others hold. */
export function meetsExpressions(command: ParsedCommand, matchers: ConditionMatchers): boolean | undefined {
  let isUnknown = false;
  for (const key of ["arguments", "operands", "output"] as const) {
    const matches = matchers[key];
    const result = matches === undefined ? true : some(expressionTexts[key](command), matches);
    if (result === false) return false;
    isUnknown ||= result === undefined;
  }
  return isUnknown ? undefined : true;
}

function some(texts: readonly string[], matches: TextMatcher): boolean | undefined {
  let isUnknown = false;
  for (const text of texts) {
    const matched = matches(text);
    if (matched === true) return true;
    isUnknown ||= matched === undefined;
  }
  return isUnknown ? undefined : false;
}

/** The files that a command reads by redirection. */
function inputsOf(command: ParsedCommand): readonly string[] {
  const targets = command.redirects.flatMap(({ operator, target }) =>
    operator === "<" && target !== "/dev/null" ? [target] : [],
  );
  return targets.flatMap((target) => pathsOf({ ...command, program: "" }, target));
}

/** The words of a command, as written and with the paths that they mean. */
function argumentsOf(command: ParsedCommand): readonly string[] {
  const written = command.words.join(" ");
  const resolved = command.words.map((word) => pathsOf(command, word).at(-1)).join(" ");
  return resolved === written ? [written] : [written, resolved];
}

/** The files that a command writes to: targets of redirections, operands of `tee`, and `of=` of `dd`. */
function outputsOf({ program, redirects, operands }: ParsedCommand): readonly string[] {
  const targets = redirects
    .filter(({ operator, target }) => operator.includes(">") && !(operator === ">&" && /^(?:\d+|-)$/.test(target)))
    .map(({ target }) => target);
  const own =
    program === "tee"
      ? operands
      : program === "dd"
        ? operands.flatMap((word) => (word.startsWith("of=") ? [word.slice(3)] : []))
        : [];
  return [...targets, ...own];
}

/** Whether the first words are these. Flags are ignored, and the word after a flag may be its value. */
function startsWith(words: readonly string[], wanted: readonly string[]): boolean {
  let next = 0;
  let isAfterFlag = false;
  for (const word of words) {
    if (word.startsWith("-")) {
      isAfterFlag = !word.includes("=");
      continue;
    }
    if (word === wanted[next]) next += 1;
    else if (!isAfterFlag) return false;
    if (next === wanted.length) return true;
    isAfterFlag = false;
  }
  return false;
}
