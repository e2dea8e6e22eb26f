import type { Rule } from "@precept/core";
import { convertImports } from "../../references/convert-references.ts";
import { spellReference } from "../../references/reference-path.ts";
import { getSourcePath, type LinkedSource, type SourceFile, type SourceGroup } from "../source-file.ts";

/** Whether a native reference can include the file at a path in the project. */
export type CanReference = (path: string) => boolean;

/** Groups source files of one directory by text. Texts are different if their imports lead to different files. */
export function groupSources(
  files: readonly SourceFile[],
  links: readonly LinkedSource[],
  canReference: CanReference,
): readonly SourceGroup[] {
  const convert = ({ rule }: SourceFile): string => convertImports(rule, canReference, (target) => target);
  // The converted text of the first file with imports, by the text.
  const importing = new Map<string, string>();
  for (const source of files) {
    const key = textKeyOf(source.rule);
    const converted = convert(source);
    if (converted !== source.rule.content && !importing.has(key)) importing.set(key, normaliseText(converted));
  }
  const keyOf = (source: SourceFile): string => {
    // A file without a text is like no other.
    if (source.rule.content.trim() === "") return `\0${getSourcePath(source)}`;
    const key = textKeyOf(source.rule);
    const converted = convert(source);
    const text = normaliseText(converted);
    return converted === source.rule.content || text === importing.get(key) ? key : `${key}\0${text}`;
  };
  return [...Map.groupBy(files, keyOf).values()].map((group) => {
    const paths = new Set(group.map(getSourcePath));
    return { files: group as [SourceFile, ...SourceFile[]], links: links.filter(({ target }) => paths.has(target)) };
  });
}

/** Returns the keys of native rules with the text of a file: as it is, and with references. */
export function nativeKeysOf({ rule }: SourceFile, canReference: CanReference): readonly string[] {
  return [textKeyOf(rule), textKeyOf({ ...rule, content: convertImports(rule, canReference) })];
}

/** Returns the native text for files with the same text: with references, if one of the tools imports files. */
export function convertText(
  files: readonly [SourceFile, ...SourceFile[]],
  canReference: CanReference,
  base: string | undefined,
  path: string,
): string {
  for (const { rule } of files) {
    const converted = convertImports(rule, canReference, (target) => spellReference(target, base, path));
    if (converted !== rule.content) return converted;
  }
  return files[0].rule.content;
}

/** Returns a key that is the same for rules of one directory with the same text. */
export function textKeyOf({ origin, content }: Rule): string {
  return `${origin.base ?? ""}\0${normaliseText(content)}`;
}

/** Removes what comparisons ignore: the byte order mark, kinds of line breaks, and empty lines around the text. */
function normaliseText(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(/^\n+|\s+$/g, "");
}
