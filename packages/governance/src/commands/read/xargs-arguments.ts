import { commandLimits } from "../parsed-command.ts";
import { decodeEscapes } from "../printed/decode-escapes.ts";
import type { Field, ShellReader } from "./shell-reader.ts";

/**
 * Returns the commands that `xargs` runs: with the words of its input at the end, or one for each line that replaces a name.
 *
 * @param options the words of `xargs` before the command.
 */
export function withArguments(
  { state: { limits } }: ShellReader,
  command: readonly Field[],
  options: readonly string[],
  input: string | undefined,
): readonly (readonly Field[])[] {
  const [like] = command;
  if (like === undefined || input === undefined || !limits.canExpand(input.length)) return [command];
  const replaced = replacedByXargs(options);
  if (replaced === undefined) {
    const added = argumentsIn(input, options).map((text) => ({ text, range: like.range, base: undefined }));
    return [[...command, ...added]];
  }
  const lines = input.trim().split("\n");
  const max = commandLimits.loopValues;
  if (lines.length > max) limits.reportIncomplete(`an xargs gets more than ${max} lines`);
  return lines.slice(0, max).map((line) =>
    command.map((field) => {
      const isReplaced = field.text.includes(replaced) && limits.canExpand(line.length);
      return isReplaced ? { ...field, text: field.text.replaceAll(replaced, () => line), base: undefined } : field;
    }),
  );
}

/** The text that `xargs` replaces with a line of its input: `-I name`, `-i`, `--replace`. Undefined if it adds words. */
function replacedByXargs(options: readonly string[]): string | undefined {
  for (const [at, option] of options.entries()) {
    const [, name] = /^(?:-I|-i|--replace=)(.*)$/s.exec(option) ?? [];
    if (option === "-I") return options[at + 1];
    if (name !== undefined || option === "--replace") return name === undefined || name === "" ? "{}" : name;
  }
  return undefined;
}

/** The words that `xargs` reads: without quotes, unless another separator is given. */
function argumentsIn(input: string, options: readonly string[]): readonly string[] {
  const separator = options.some((option) => /^(?:-0|--null|-[rt]+0)$/.test(option))
    ? "\0"
    : options.flatMap((option, at) => {
        const value =
          /^(?:-d|--delimiter=)(.+)$/s.exec(option)?.[1] ??
          (/^(?:-d|--delimiter)$/.test(options[at - 1] ?? "") ? option : undefined);
        return value === undefined ? [] : [decodeEscapes(value)];
      })[0];
  const words =
    separator === undefined
      ? Array.from(input.matchAll(/(?:'[^'\n]*'|"[^"\n]*"|\\[^]|[^\s'"\\])+/g), ([word]) => word.replace(quoted, "$1$2$3"))
      : input.split(separator);
  return words.filter((word) => word !== "");
}

const quoted = /'([^']*)'|"([^"]*)"|\\([^])/g;
