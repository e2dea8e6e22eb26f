import { pushAll } from "@precept/core";
import { commandLimits } from "../parsed-command.ts";
import { printedTextOf } from "../printed/printed-text.ts";
import { programNameOf } from "../program-name.ts";
import { startsOfFind, unwrapCommand } from "../wrappers/unwrap-command.ts";
import type { InnerRun } from "../wrappers/wrapper-spec.ts";
import { isShell, knownProgramOf, wrapperSpecOf } from "../wrappers/wrappers.ts";
import { callFunction, changeParameters, readWithParameters } from "./parameters.ts";
import { readCode, readScriptFile } from "./read-code.ts";
import { readInnerRun } from "./read-inner-run.ts";
import { inputFileOf } from "./read-redirects.ts";
import { isTooDeep, readInnerText } from "./read-script.ts";
import { noRun, type Field, type Origin, type Run, type ShellReader, type Streams } from "./shell-reader.ts";

/** Records a command, and reads the commands that it runs: a wrapped command, its input, a script, code, a function. */
export function runCommand(reader: ShellReader, fields: readonly Field[], origin: Origin, { redirects, input }: Streams): Run {
  const { state } = reader;
  const [name] = fields;
  if (name === undefined || isTooDeep(reader, origin)) return noRun;
  const program = knownProgramOf(programNameOf(name.text));
  const texts = fields.map(({ text }) => text);
  const words = texts.slice(1);
  const range = { start: name.range.start, end: fields.at(-1)?.range.end ?? name.range.end };
  const { wrappers } = origin;
  const draft = state.add({ program: programNameOf(name.text), words, redirects, wrappers, location: range });
  const inner: Origin = { ...origin, wrappers: [...wrappers, program], depth: origin.depth + 1 };
  const runs = unwrapCommand(program, texts);
  const found = program === "find" ? foundFiles(reader, words) : [];
  const drafts = [draft, ...runs.flatMap((run) => readInnerRun(reader, run, { fields, input, found }, inner).drafts)];
  if (input !== undefined && runsInput(program, runs, words)) {
    const read = (): Run => readInnerText(reader, { text: input, range }, inner);
    pushAll(drafts, readWithParameters(reader, parametersOfInput(words), read).drafts);
  }
  pushAll(drafts, [
    ...readScriptFile(reader, name.text, { words, range }, inner),
    ...readCode(reader, { program, fields, words, range }, input, inner),
    ...callFunction(reader, name.text, words, inner, input),
  ]);
  changeParameters(reader, program, words);
  if (program === "alias") for (const text of aliasesIn(words)) readInnerText(reader, { text, range }, inner);
  if (program === "tee" && input !== undefined) for (const word of words) state.files.set(word, input);
  const read = input ?? inputFileOf(reader, redirects);
  if (read !== undefined && !state.limits.canExpand(read.length)) return { drafts };
  return { drafts, printed: printedTextOf(program, words, read) };
}

/** The texts for which `alias name=text` defines names. */
function aliasesIn(words: readonly string[]): readonly string[] {
  return words.map((word) => word.replace(/^[^=]*=/, ""));
}

/** Returns the start paths of `find`, which replace `{}` in its commands. Reports if there are too many. */
function foundFiles({ state }: ShellReader, words: readonly string[]): readonly string[] {
  const starts = startsOfFind(words);
  const max = commandLimits.foundFiles;
  if (starts.length > max) state.limits.reportIncomplete(`a find starts at more than ${max} paths`);
  return starts.slice(0, max);
}

/** Whether a command runs its standard input. @param runs the commands in its arguments, which receive it instead. */
function runsInput(program: string, runs: readonly InnerRun[], words: readonly string[]): boolean {
  if (wrapperSpecOf(program)?.runsInput !== true || runs.length > 0)
    return program === "source" || program === "at" || program === "batch";
  // With an operand, a shell runs that file, except with `-s`.
  const isFile = isShell(program) && words.some((word) => !word.startsWith("-") && word !== "/dev/stdin");
  return !isFile || words.some((word) => /^-\w*s/.test(word));
}

/** Returns the parameters of a shell that reads its input: `bash -s -- a b`. */
function parametersOfInput(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^-\w*s$/.test(word));
  const rest = at === -1 ? [] : words.slice(at + 1);
  return rest[0] === "--" ? rest.slice(1) : rest;
}
