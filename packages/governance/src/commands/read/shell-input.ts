import { isShell } from "../wrappers/shells.ts";
import type { InnerRun } from "../wrappers/wrapper-spec.ts";
import { wrapperSpecOf } from "../wrappers/wrappers.ts";

/**
 * Whether a command runs its standard input as a shell text.
 *
 * @param runs the commands in its arguments, which receive the input instead.
 */
export function runsInput(program: string, runs: readonly InnerRun[], words: readonly string[]): boolean {
  if (wrapperSpecOf(program)?.runsInput !== true || runs.length > 0)
    return program === "source" || program === "at" || program === "batch";
  // With an operand, a shell runs that file, except with `-s`.
  const isFile = isShell(program) && words.some((word) => !word.startsWith("-") && word !== "/dev/stdin");
  return !isFile || words.some((word) => /^-\w*s/.test(word));
}

/** Returns the parameters of a shell that reads its input: `bash -s -- a b`. */
export function parametersOfInput(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^-\w*s$/.test(word));
  const rest = at === -1 ? [] : words.slice(at + 1);
  return rest[0] === "--" ? rest.slice(1) : rest;
}
