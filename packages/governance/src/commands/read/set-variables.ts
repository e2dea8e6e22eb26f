import { printedTextOf } from "../printed/printed-text.ts";
import type { ReaderState } from "../state/reader-state.ts";
import type { ShellReader } from "./shell-reader.ts";

/** Sets the variables that `read`, `printf -v`, `mapfile` and `getopts` set: to their values, or as unknown. */
export function setVariables({ state }: ShellReader, program: string, words: readonly string[], input: string | undefined): void {
  const { variables, limits } = state;
  if (program === "printf" && words[0] === "-v") {
    const [, name = "", ...rest] = words;
    const printed = printedTextOf("printf", rest, undefined);
    if (printed === undefined || !limits.canExpand(printed.length)) variables.setUnknown(name);
    else variables.set(name, printed);
  } else if (program === "read") {
    readLine(state, words, input?.split("\n", 1)[0]);
  } else if (program === "mapfile" || program === "readarray") {
    const name = namesIn(words, /^-[dnOsuCc]$/).at(-1) ?? "MAPFILE";
    if (input === undefined || !limits.canExpand(input.length)) variables.setUnknown(name);
    else variables.setArray(name, input.replace(/\n$/, "").split("\n"));
  }
}

/** Sets the variables of `read a b`, or the array of `read -a list`, to the fields of a line. */
function readLine({ variables, limits }: ReaderState, words: readonly string[], line: string | undefined): void {
  const isKnown = line !== undefined && limits.canExpand(line.length);
  const values = isKnown ? variables.splitFields(line.trim()) : [];
  const list = words.find((_, at) => /^-[a-z]*a$/.test(words[at - 1] ?? ""));
  if (list !== undefined) {
    if (isKnown) variables.setArray(list, values);
    else variables.setUnknown(list);
    return;
  }
  const names = namesIn(words, /^-[a-z]*[dinNptu]$/);
  for (const [at, name] of names.entries()) {
    if (!isKnown) variables.setUnknown(name);
    else variables.set(name, at === names.length - 1 ? values.slice(at).join(" ") : (values[at] ?? ""));
  }
}

/** The words that are neither options nor their values. @param valued matches options whose value is the next word. */
function namesIn(words: readonly string[], valued: RegExp): readonly string[] {
  return words.filter((word, at) => !word.startsWith("-") && !valued.test(words[at - 1] ?? ""));
}
