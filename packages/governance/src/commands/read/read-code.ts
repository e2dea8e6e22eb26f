import type { TextRange } from "../parsed-command.ts";
import { programNameOf } from "../program-name.ts";
import { isShell } from "../wrappers/wrappers.ts";
import type { CommandDraft } from "../state/command-draft.ts";
import { codeIn, interpreterOf, maxCalls, shellTextsIn } from "./interpreters.ts";
import { readAsFile, readWithParameters } from "./parameters.ts";
import { projectFile, readOpened } from "./read-project-script.ts";
import { readInnerText } from "./read-script.ts";
import type { Field, Origin, Run, ShellReader } from "./shell-reader.ts";

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

interface ScriptRunner extends Pick<CodeRunner, "words" | "range"> {
  /** The command itself. */
  readonly draft: CommandDraft;
  /** The files that the program reads as its input. */
  readonly inputs: readonly string[];
}

/** Reads a script that the same text has written, or that the project contains: `bash file`, `source file`, `./file`. */
export function readScriptFile(
  reader: ShellReader,
  path: string,
  { draft, words, inputs, range }: ScriptRunner,
  origin: Origin,
): readonly CommandDraft[] {
  const { code, files, directory } = reader.state;
  const program = programNameOf(path);
  const language = interpreterOf(program);
  const runsFile = isShell(program) || program === "source" || program === "." || language !== undefined;
  for (const file of sqlFiles(program, words, inputs)) {
    for (const { text } of textsOf(reader, file)) {
      if (reader.state.limits.canReadInner(text.length)) code.push({ program, code: text, location: range });
    }
  }
  // The module after `-m` is no file, and code is no name of one.
  const hasCode = language !== undefined && (words.includes("-m") || codeIn(language, words).length > 0);
  const named = hasCode ? [] : words.filter((word) => !word.startsWith("-") && word !== "/dev/stdin").slice(0, 1);
  const isPath = path.includes("/") || files.sourcesOf(directory?.path, path) !== undefined;
  const names = runsFile && !hasCode ? (named.length > 0 ? named : inputs) : isPath ? [path] : [];
  const passed = runsFile ? words.slice(words.indexOf(names[0] ?? "") + 1) : words;
  for (const file of names) if (files.isDownload(directory?.path, file)) draft.runs.add("downloaded");
  return names.flatMap((file) => {
    const scripts = textsOf(reader, file);
    if (scripts.length === 0 || scripts.some(({ text }) => text.includes("\0"))) draft.runs.add("unread");
    return scripts.flatMap((script) => {
      if (script.text.includes("\0")) return [];
      const read = (): Run => ({ drafts: readScriptText(reader, program, script, { range, origin }) });
      return readAsFile(reader, script.name, () =>
        readWithParameters(reader, passed, read, program === "source" || program === "." ? undefined : script.name),
      ).drafts;
    });
  });
}

interface ScriptText {
  readonly name: string;
  readonly text: string;
  /** Whether the text itself writes it, and no file of the project contains it. */
  readonly isWritten: boolean;
}

/** The texts that running a file runs: its own, or the ones of the files that it is a copy of. */
function textsOf(reader: ShellReader, file: string): readonly ScriptText[] {
  const { files, directory } = reader.state;
  const written = files.textOf(directory?.path, file);
  if (written !== undefined) return [{ name: file, text: written, isWritten: true }];
  const sources = files.sourcesOf(directory?.path, file);
  const read = sources?.map((path) => [path, projectFile(reader, path, "")] as const) ?? [
    [file, projectFile(reader, file)] as const,
  ];
  return read.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text, isWritten: false }]));
}

function readScriptText(
  reader: ShellReader,
  program: string,
  { name, text, isWritten }: ScriptText,
  { range, origin }: { readonly range: TextRange; readonly origin: Origin },
): readonly CommandDraft[] {
  const shebang = /^#!.*?([\w.-]+)\s*$/m.exec(text.slice(0, 200))?.[1] ?? "";
  const language = interpreterOf(program) ?? interpreterOf(programNameOf(shebang));
  const texts = language === undefined ? [text] : shellTextsIn(text);
  return texts.flatMap((inner) =>
    isWritten ? readInnerText(reader, { text: inner, range }, origin).drafts : readOpened(reader, name, inner, { range, origin }),
  );
}

/** Clients of databases that read statements from their input. */
const databaseClient = /^(?:psql|mysql|mariadb|sqlite3|sqlcmd|cockroach|duckdb|clickhouse-client|mongosh|mongo|sqlplus)$/;

/** The files with statements that a client of a database runs: `psql -f file`, `mysql < file`. */
function sqlFiles(program: string, words: readonly string[], inputs: readonly string[]): readonly string[] {
  if (!databaseClient.test(program)) return [];
  const named = words.flatMap((word, at) => {
    const [, value] = /^(?:--file=|-f(?=.)|@|\.read |\\i |source )(.+)$/.exec(word) ?? [];
    const isFile = /^(?:-f|--file|-i|--queries-file)$/.test(words[at - 1] ?? "") || word.startsWith("$(");
    return value !== undefined ? [value] : isFile ? [word] : [];
  });
  return [...named, ...inputs];
}
