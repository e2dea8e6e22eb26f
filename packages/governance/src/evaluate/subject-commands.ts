import type { SubjectKind } from "@precept/contract/values";
import { parseCommands } from "../commands/parse-commands.ts";
import type { ProjectFiles } from "../commands/project-files.ts";
import type { ParsedCommands } from "../commands/parsed-command.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";

/** The kinds of text that may be shell text. A file must be a shell script. */
export const commandSubjects: readonly SubjectKind[] = ["command", "text", "file"];

const shellFile = /(?:^|\/)(?:[^/]+\.(?:sh|bash|zsh|ksh|dash|command)|\.(?:bash|zsh)(?:rc|_profile|env)|\.profile|\.envrc)$/i;
const shebang = /^#!\s*\S*\b(?:ba|z|da|k|a)?sh\b|^#!\s*\S*\benv\s+(?:-S\s+)?(?:ba|z|da|k|a)?sh\b/;

/** Whether the commands in a subject are checked: it is a command, a text of unknown kind, or a shell script. */
export function hasCommands(subject: Subject): boolean {
  const kind = subjectKindOf(subject);
  if (kind === "file") return shellFile.test(subject.file ?? "") || shebang.test(subject.text);
  return commandSubjects.includes(kind);
}

/** The commands in the text of one subject. It is parsed when they are first needed. */
export class SubjectCommands {
  readonly #text: string;
  readonly #project: ProjectFiles | undefined;
  #parsed: ParsedCommands | undefined;
  #hidesWords: boolean | undefined;

  /** @param project the files of the project that the text may run. Default: none is read. */
  constructor(text: string, project?: ProjectFiles) {
    this.#text = text;
    this.#project = project;
  }

  get parsed(): ParsedCommands {
    return (this.#parsed ??= parseCommands(this.#text, this.#project));
  }

  /** Whether the text may run a program whose name it does not contain. */
  get hidesWords(): boolean {
    return (this.#hidesWords ??= mayHideWords(this.#text) || this.#runsScripts);
  }

  /** Whether the text runs a script of the project, whose programs it does not name. */
  get #runsScripts(): boolean {
    return this.#project !== undefined && runsFiles.test(this.#text) && this.parsed.hasScripts === true;
  }

  /** Whether the text may run code in another language, or decoded text. */
  get mayRunCode(): boolean {
    return mayRunCode(this.#text);
  }
}

/**
 * Whether a text may contain a word that is not written literally: escapes, quotes inside words, variables,
 * substitutions, wildcards, braces, and encoded text. In such a text, the absence of a program's name proves nothing.
 */
function mayHideWords(text: string): boolean {
  return /[\\$`*?[{]|[^\s=(,:"']["']+[^\s),;:"']|\b(?:base64|xxd|openssl|rev|tr|printf|xargs)\b|-(?:enc|ec)/i.test(text);
}

/**
 * Whether a text may run code in another language, or text that is decoded: it contains the name of an interpreter or
 * may hide it. If not, the text need not be parsed to find such code.
 */
function mayRunCode(text: string): boolean {
  return mayHideWords(text) || codeRunners.test(text);
}

/** Names of programs that run files of the project, and paths, which can be scripts. */
const runsFiles =
  /\b(?:npm|pnpm|yarn|bun|g?make|git|source|(?:ba|z|da|k|a)?sh|python[\d.]*|node|perl|ruby|php|psql|mysql|sqlite3)\b|(?:^|[\s;&|(])[\w.-]*\/|(?:^|[;&|]\s*)\.\s/;

const codeRunners =
  /\b(?:python|pypy|node|nodejs|bun|deno|tsx|perl|ruby|php|lua|osascript|rscript|[gm]?awk|powershell|pwsh|eval|psql|mysql|mariadb|sqlite3|sqlcmd|cockroach|duckdb|clickhouse-client|mongosh|mongo|sqlplus|(?:ba|z|da|k|a|fi)?sh)(?:[\d.]*|\.exe)(?!\w)/i;
