import type { TextRange } from "../parsed-command.ts";
import { programNameOf } from "../program-name.ts";
import { isShell } from "../wrappers/wrappers.ts";
import type { CommandDraft } from "../state/command-draft.ts";
import { codeIn, interpreterOf, maxCalls, shellTextsIn } from "./interpreters.ts";
import { readWithParameters } from "./parameters.ts";
import { readInnerText } from "./read-script.ts";
import type { Field, Origin, ShellReader } from "./shell-reader.ts";

interface CodeRunner {
  readonly program: string;
  readonly fields: readonly Field[];
  readonly words: readonly string[];
  readonly range: TextRange;
}

/** Reads the shell texts in the code that an interpreter runs: from its arguments, or from its input. */
export function readCode(
  reader: ShellReader,
  { program, fields, words, range }: CodeRunner,
  input: string | undefined,
  origin: Origin,
): readonly CommandDraft[] {
  const { state } = reader;
  const language = interpreterOf(program);
  if (language === undefined) return [];
  const fromWords = codeIn(language, words);
  const codes = fromWords.length === 0 && input !== undefined ? [input] : fromWords;
  return codes.flatMap((code) => {
    const location = fields.find(({ text }) => text === code)?.range ?? range;
    if (!state.limits.canReadInner(code.length)) return [];
    state.code.push({ program, code, location });
    const texts = language === "powershell" || language === "pwsh" ? [code] : shellTextsIn(code);
    if (texts.length > maxCalls) state.limits.reportIncomplete(`it contains code with more than ${maxCalls} calls`);
    return texts.flatMap((text) => readInnerText(reader, { text, range }, origin).drafts);
  });
}

/** Reads a script that the same text has written: `bash file`, `source file`, `./file`. */
export function readScriptFile(
  reader: ShellReader,
  path: string,
  { words, range }: Pick<CodeRunner, "words" | "range">,
  origin: Origin,
): readonly CommandDraft[] {
  const { files } = reader.state;
  const program = programNameOf(path);
  const runsFile = isShell(program) || program === "source" || program === ".";
  const names = runsFile ? words.filter((word) => !word.startsWith("-")).slice(0, 1) : path.includes("/") ? [path] : [];
  const passed = runsFile ? words.slice(words.indexOf(names[0] ?? "") + 1) : words;
  return names.flatMap((file) => {
    const text = files.get(file) ?? files.get(file.replace(/^\.\//, ""));
    if (text === undefined) return [];
    return readWithParameters(reader, passed, () => readInnerText(reader, { text, range }, origin)).drafts;
  });
}
