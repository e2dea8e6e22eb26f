import type { SubjectKind } from "@precept/contract/values";
import { parseCommands } from "../commands/parse-commands.ts";
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
  #parsed: ParsedCommands | undefined;
  #hidesWords: boolean | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get parsed(): ParsedCommands {
    return (this.#parsed ??= parseCommands(this.#text));
  }

  /** Whether the text may run a program whose name it does not contain. */
  get hidesWords(): boolean {
    return (this.#hidesWords ??= mayHideWords(this.#text));
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
  return /[\\$`*?[{]|[^\s=(,:"']["']+[^\s),;:"']|\b(?:base64|xxd|openssl|rev|tr|printf)\b|-(?:enc|ec)/i.test(text);
}

/**
 * Whether a text may run code in another language, or text that is decoded: it contains the name of an interpreter or
 * may hide it. If not, the text need not be parsed to find such code.
 */
function mayRunCode(text: string): boolean {
  return mayHideWords(text) || codeRunners.test(text);
}

const codeRunners =
  /\b(?:python|pypy|node|nodejs|bun|deno|tsx|perl|ruby|php|lua|osascript|rscript|[gm]?awk|powershell|pwsh|eval|(?:ba|z|da|k|a|fi)?sh)(?:[\d.]*|\.exe)(?!\w)/i;
