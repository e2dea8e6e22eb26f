import type { Rule } from "../model/rule.ts";
import type { Cancellable } from "./cancellable.ts";

/** What became of a file that a rule refers to. */
export type ReferencedFile =
  /** `id` is the same for every way to write the path of the same file. */
  | { readonly kind: "text"; readonly id: string; readonly text: string }
  /** It lies, or a link in its path leads, outside the allowed directories. */
  | { readonly kind: "blocked" }
  /** It holds credentials by its name, or git ignores it, and the user has not allowed it. */
  | { readonly kind: "private" }
  | { readonly kind: "missing" }
  | { readonly kind: "tooLarge"; readonly bytes: number }
  | { readonly kind: "unreadable"; readonly problem: string };

/** A word of a text that stands for a file. One that is no file stays as it is written. */
export interface FileImport {
  /** Its offset in the text, and the one behind it. */
  readonly start: number;
  readonly end: number;
  /** Relative to the file that holds the text. */
  readonly path: string;
}

/** Reads the files that rules refer to. Whoever implements it decides which directories are allowed, after resolving links. */
export interface ReferenceReader {
  /**
   * @param path as it is written in the rule, without `#[[file:` and `]]`.
   * @param rule the rule whose text holds the reference.
   * @param from the id of the file that holds it, where that is not the rule itself.
   */
  read(path: string, rule: Rule, from: string | undefined, options?: Cancellable): Promise<ReferencedFile>;
  /**
   * What in a text of the rule, or in a file that it brought in, stands for a file besides `#[[file:…]]`, as the tool reads it that the rule is written
   * for. In order, without overlaps. Only asked where `origin.imports` is set.
   */
  importsIn?(text: string, rule: Rule): readonly FileImport[];
}
