import type { Rule } from "../model/rule.ts";
import type { Cancellable } from "./cancellable.ts";

/** The result of reading a file that a rule refers to. */
export type ReferencedFile =
  /** `id` identifies the file, however its path is written. */
  | { readonly kind: "text"; readonly id: string; readonly text: string }
  /** The file, or the target of a link in its path, is outside the allowed directories. */
  | { readonly kind: "blocked" }
  /** The file has the name of a credentials file or is ignored by git, and the user has not allowed it. */
  | { readonly kind: "private" }
  /** The file is the agent's memory, which only the agent context of a main session has. */
  | { readonly kind: "memory" }
  | { readonly kind: "missing" }
  | { readonly kind: "tooLarge"; readonly bytes: number }
  | { readonly kind: "unreadable"; readonly problem: string };

/** A word of a text that imports a file. If the file does not exist, the word stays in the text. */
export interface FileImport {
  /** The offset of the word in the text. */
  readonly start: number;
  /** The offset after the word. */
  readonly end: number;
  /** Relative to the file that contains the text. */
  readonly path: string;
}

/** Reads the files that rules refer to. Decides which directories are allowed, after resolving links. */
export interface ReferenceReader {
  /**
   * Reads a referenced file.
   *
   * @param path the path as written in the rule, without `#[[file:` and `]]`.
   * @param rule the rule whose text contains the reference.
   * @param from the id of the included file that contains the reference; undefined if it is the rule itself.
   */
  read(path: string, rule: Rule, from: string | undefined, options?: Cancellable): Promise<ReferencedFile>;
  /**
   * Finds the imports in the text of a rule or of an included file, besides `#[[file:…]]`, by the syntax of the rule's
   * dialect. In order, without overlaps. Only called for rules with `origin.imports`, and for the texts of included
   * files.
   */
  importsIn?(text: string, rule: Rule): readonly FileImport[];
}
