import { commandLimits } from "../parsed-command.ts";
import { printedTextOf } from "../printed/printed-text.ts";
import { programNameOf } from "../program-name.ts";
import { unwrapCommand } from "../wrappers/unwrap-command.ts";
import { startsOfFind } from "../wrappers/unwrap-find.ts";
import { knownProgramOf } from "../wrappers/wrappers.ts";
import type { CommandDraft } from "../state/command-draft.ts";
import { callFunction, changeParameters, readWithParameters } from "./parameters.ts";
import { readCode, readScriptFile } from "./read-code.ts";
import { readInnerRun } from "./read-inner-run.ts";
import { inputFileOf } from "./read-redirects.ts";
import { isTooDeep, readInnerText } from "./read-script.ts";
import { parametersOfInput, runsInput } from "./shell-input.ts";
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
  const draft: CommandDraft = {
    program: programNameOf(name.text),
    words,
    redirects,
    wrappers: origin.wrappers,
    location: range,
    pipesInto: new Set(),
    pipesFrom: new Set(),
  };
  state.add(draft);
  const inner: Origin = { ...origin, wrappers: [...origin.wrappers, program], depth: origin.depth + 1 };
  const runs = unwrapCommand(program, texts);
  const found = program === "find" ? foundFiles(reader, words) : [];
  const drafts = [draft, ...runs.flatMap((run) => readInnerRun(reader, run, { fields, input, found }, inner).drafts)];
  if (input !== undefined && runsInput(program, runs, words)) {
    const read = (): Run => readInnerText(reader, { text: input, range }, inner);
    drafts.push(...readWithParameters(reader, parametersOfInput(words), read).drafts);
  }
  drafts.push(
    ...readScriptFile(reader, name.text, { words, range }, inner),
    ...readCode(reader, { program, fields, words, range }, input, inner),
    ...callFunction(reader, name.text, words, inner, input),
  );
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
