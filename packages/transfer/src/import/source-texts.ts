import type { Rule } from "@precept/core";
import { convertImports } from "../references/convert-imports.ts";
import { spellReference } from "../references/reference-path.ts";
import type { SourceFile } from "./source-file.ts";

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

  /** Returns the keys of native rules with the text of a file: as it is, and with references. */
  nativeKeysOf({ rule }: SourceFile): readonly string[] {
    return [textKeyOf(rule), textKeyOf({ ...rule, content: convertImports(rule, this.#canReference) })];
  }

  /**
   * Returns the text of a rule that comes from several files with the same text: with references, if one of the tools imports files.
   *
   * @param base the directory that the rule governs.
   * @param path the path of the native rule.
   */
  convert(files: readonly [SourceFile, ...SourceFile[]], base: string | undefined, path: string): string {
    const [first] = files;
    for (const { rule } of files) {
      const spell = (target: string): string | undefined => spellReference(target, base, path);
      const converted = convertImports(rule, this.#canReference, spell);
      if (converted !== rule.content) return converted;
    }
    return first.rule.content;
  }

  #convertRule(rule: Rule): string {
    return convertImports(rule, this.#canReference, (target) => target);
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
