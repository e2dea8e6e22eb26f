import type { SyntaxLanguage } from "@precept/contract/values";
import { subjectKindOf, type Subject } from "../model/subject.ts";

/** Code in one language. */
export interface Code {
  readonly text: string;
  readonly language: SyntaxLanguage;
  /** Whether the code is JSX or TSX. */
  readonly isJsx: boolean;
}

/** The names of files by language. */
const files = {
  javascript: /\.(?:[mc]?js|jsx)$/i,
  typescript: /\.(?:[mc]?ts|tsx)$/i,
  python: /\.pyi?$/i,
  go: /\.go$/i,
  java: /\.java$/i,
  shell: /(?:\.(?:sh|bash|zsh|ksh)|(?:^|\/)\.(?:bash|zsh)(?:rc|_profile|env)|(?:^|\/)\.(?:profile|envrc))$/i,
} as const satisfies Record<SyntaxLanguage, RegExp>;

/**
 * Returns the code of a subject if it is in one of the languages. A text without a file counts as code of the first
 * language; prompts, answers, results and tool inputs are no code, and commands only for `shell`.
 */
export function codeOf(subject: Subject, languages: readonly SyntaxLanguage[]): Code | undefined {
  const { text, file } = subject;
  const kind = subjectKindOf(subject);
  if (kind !== "file" && kind !== "text" && kind !== "command") return undefined;
  const language =
    kind === "command"
      ? languages.find((one) => one === "shell")
      : file === undefined
        ? languages[0]
        : languages.find((one) => files[one].test(file));
  return language && { text, language, isJsx: /\.[jt]sx$/i.test(file ?? "") };
}
