import { pushAll } from "@precept/core";
import { changeDirectory, directoryOption } from "../directory/change-directory.ts";
import { joinPath } from "../join-path.ts";
import { commandLimits } from "../parsed-command.ts";
import { printedTextOf } from "../printed/printed-text.ts";
import { programNameOf } from "../program-name.ts";
import { startsOfFind, unwrapCommand } from "../wrappers/unwrap-command.ts";
import type { ReaderState } from "../state/reader-state.ts";
import type { InnerRun } from "../wrappers/wrapper-spec.ts";
import { isShell, knownProgramOf, wrapperSpecOf } from "../wrappers/wrappers.ts";
import { callFunction, changeParameters, readWithParameters } from "./parameters.ts";
import { readCode, readScriptFile } from "./read-code.ts";
import { readTasks } from "./read-project-script.ts";
import { interpreterOf } from "./interpreters.ts";
import { copyFiles, downloadedText, downloadsOf, inputFilesOf, printedFilesOf, printsDownload } from "./file-contents.ts";
import { readGitAlias } from "./read-git-alias.ts";
import { readInnerRun } from "./read-inner-run.ts";
import { inputFileOf } from "./read-redirects.ts";
import { isTooDeep, readInnerText } from "./read-script.ts";
import { setVariables } from "./set-variables.ts";
import { noRun, type Field, type Origin, type Run, type ShellReader, type Streams } from "./shell-reader.ts";

/** Records a command, and reads the commands that it runs: a wrapped command, its input, a script, code, a function. */
export function runCommand(reader: ShellReader, fields: readonly Field[], origin: Origin, streams: Streams): Run {
  const { redirects, input, environment } = streams;
  const { state } = reader;
  const [name] = fields;
  if (name === undefined || isTooDeep(reader, origin)) return noRun;
  const program = knownProgramOf(programNameOf(name.text));
  const texts = fields.map(({ text }) => text);
  const words = texts.slice(1);
  const range = { start: name.range.start, end: fields.at(-1)?.range.end ?? name.range.end };
  const { wrappers } = origin;
  const inputs = inputFilesOf(redirects, state.pipedFiles);
  const outer = state.directory;
  const own = directoryOption(program, words);
  if (own !== undefined) state.directory = { path: joinPath(outer?.path ?? "", own), isCertain: true };
  const draft = state.add({
    program: programNameOf(name.text),
    words,
    redirects,
    wrappers,
    location: range,
    ...(environment !== undefined && environment.length > 0 && { environment }),
  });
  const inner: Origin = { ...origin, wrappers: [...wrappers, program], depth: origin.depth + 1 };
  if (isShell(program) && onlyChecks(words)) return { drafts: [draft] };
  const runs = unwrapCommand(program, texts);
  if (isUnread(reader, { program, words, runs, input, inputs })) draft.runs.add("input");
  const found = program === "find" ? foundFiles(reader, words) : [];
  const drafts = [draft, ...runs.flatMap((run) => readInnerRun(reader, run, { fields, input, found }, inner).drafts)];
  if (input !== undefined && runsInput(program, runs, words)) {
    const read = (): Run => readInnerText(reader, { text: input, range }, inner);
    pushAll(drafts, readWithParameters(reader, parametersOfInput(words), read).drafts);
  }
  pushAll(drafts, [
    ...readScriptFile(
      reader,
      name.text,
      { draft, words: runs.length > 0 ? [] : words, inputs: runs.length > 0 ? [] : inputs, range },
      inner,
    ),
    ...readCode(reader, { program, fields, words, range }, input, inner),
    ...callFunction(reader, name.text, words, inner, input),
    ...readTasks(reader, { program, words, range }, inner),
    ...(program === "git" ? readGitAlias(reader, words, range, inner) : []),
  ]);
  state.directory = outer;
  changeParameters(reader, program, words);
  changeDirectory(state, program, words);
  const read = input ?? inputFileOf(reader, redirects);
  setVariables(reader, program, words, read);
  copyFiles(state, program, words);
  const downloads = downloadsOf(program, words, redirects);
  for (const file of downloads) state.files.download(state.directory?.path, file);
  if (program === "alias") for (const text of aliasesIn(words)) readInnerText(reader, { text, range }, inner);
  if (program === "tee") for (const word of words) writeInput(state, word, input, inputs);
  if (read !== undefined && !state.limits.canExpand(read.length)) return { drafts };
  if (downloads.length === 0 && printsDownload(program, words)) {
    state.files.download(undefined, downloadedText);
    return { drafts, printedFiles: [downloadedText] };
  }
  const printed = program === "pwd" ? "." : printedTextOf(program, words, read);
  return printed === undefined ? { drafts, printedFiles: printedFilesOf(program, words, inputs) } : { drafts, printed };
}

interface InputRunner {
  readonly program: string;
  readonly words: readonly string[];
  readonly runs: readonly InnerRun[];
  readonly input: string | undefined;
  readonly inputs: readonly string[];
}

/** Whether a shell or an interpreter runs its input, and the input is not known. */
function isUnread({ state: { files, directory } }: ShellReader, { program, words, runs, input, inputs }: InputRunner): boolean {
  if (!isShell(program) && program !== "eval" && program !== "source" && program !== "." && interpreterOf(program) === undefined)
    return false;
  // A substitution without a known output, and what `xargs` replaces with an unknown line, remain as they are written.
  const isUnknown = (word: string): boolean =>
    /^\s*(?:\$\(|`|<\(|\{\}$|\/(?:dev|proc\/[\w-]+)\/fd\/)/.test(word) &&
    (files.sourcesOf(directory?.path, word) ?? []).length === 0;
  if (words.some(isUnknown)) return true;
  const hasOwn = runs.length > 0 || words.some((word) => !word.startsWith("-") && word !== "/dev/stdin");
  return input === undefined && inputs.length === 0 && !hasOwn;
}

/** Whether a shell only checks the syntax: `bash -n`, but not with `-n` after its text or its script, nor with a later `+n`. */
function onlyChecks([first = "", ...rest]: readonly string[]): boolean {
  return /^-[a-z]*n[a-z]*$/.test(first) && !rest.some((word) => word.startsWith("+"));
}

/** Records that a file has the text that a command reads: a known one, or the text of other files. */
function writeInput({ files, directory }: ReaderState, file: string, input: string | undefined, inputs: readonly string[]): void {
  if (input !== undefined) files.write(directory?.path, file, input);
  else if (inputs.length > 0) files.copy(directory?.path, inputs, file);
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
