import type { Rule } from "@precept/core";
import { convertImports } from "./convert-imports.ts";
import { moveToBase } from "./move-to-base.ts";
import type { SourceFile } from "./plan.ts";

/** Compares the texts of source files. The imports in a text belong to it: the same text in another directory can import other files. */
export class SourceTexts {
  readonly #canReference: (path: string) => boolean;
  /** The converted text of the first file with imports, by the text. */
  readonly #importing = new Map<string, string>();

  /** @param canReference whether a native reference can include the file at a path in the project. */
  constructor(canReference: (path: string) => boolean) {
    this.#canReference = canReference;
  }

  /** Adds the files that are compared. */
  add(sources: readonly SourceFile[]): void {
    for (const { rule } of sources) {
      const key = textKeyOf(rule);
      const converted = this.#convertRule(rule);
      if (converted !== rule.content && !this.#importing.has(key)) this.#importing.set(key, normaliseText(converted));
    }
  }

  /** Returns a key that is the same for files of one directory with the same text. Undefined for an empty text. */
  keyOf({ rule }: SourceFile): string | undefined {
    if (rule.content.trim() === "") return undefined;
    const key = textKeyOf(rule);
    const converted = this.#convertRule(rule);
    const importing = this.#importing.get(key);
    return converted === rule.content || normaliseText(converted) === importing ? key : `${key}\0${normaliseText(converted)}`;
  }

  /**
   * Returns the text of a rule that comes from several files with the same text: with references, if one of the tools imports files.
   *
   * @param base the directory that the rule governs.
   */
  convert(files: readonly [SourceFile, ...SourceFile[]], base: string | undefined): string {
    const [first] = files;
    for (const { rule } of files) {
      const converted = this.#convertRule(moveToBase(rule, base));
      if (converted !== rule.content) return converted;
    }
    return first.rule.content;
  }

  #convertRule(rule: Rule): string {
    return convertImports(rule, this.#canReference);
  }
}

/** Returns a key that is the same for rules of one directory with the same text. */
export function textKeyOf({ origin, content }: Rule): string {
  return `${origin.base ?? ""}\0${normaliseText(content)}`;
}

/** Removes what does not count in a comparison: the byte order mark, kinds of line breaks, and empty lines around the text. */
function normaliseText(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(/^\n+|\s+$/g, "");
}
