import { findReferences, type Rule } from "@precept/core";
import { isSameText } from "../ledger/same-text.ts";
import { escapeImports, findImports, type FormatSpec, type ImportSpec } from "@precept/mdc-compat";
import { convertImports, listReferences, replaceParts } from "./convert-references.ts";
import { chooseMarks, existsAt, findMarkedTexts, hasMarker, type ReferenceTarget } from "./included-text.ts";
import { resolveReference, spellReference } from "./reference-path.ts";
import { writeReferences } from "./write-references.ts";

export interface ReadReferencesOptions extends ReferenceTarget {
  readonly native: Rule;
  /** The content of the file when it was last written. Default: it is not known. */
  readonly base?: string;
}

export interface ReadReferencesResult {
  readonly content: string;
  /** Files whose inserted texts were edited. A rule cannot store such edits: the user has to edit the files. */
  readonly edited: readonly string[];
}

/**
 * Converts the content of an edited file back to the content of its native rule: imports and inserted texts to
 * `#[[file:path]]`, and escaped words to the words of the rule. A content that was not edited gives the content of the
 * rule.
 */
export function readReferences(content: string, options: ReadReferencesOptions): ReadReferencesResult {
  const { native, spec, path, readFile } = options;
  const written = writeReferences(native, options).rule.content;
  if (isSameText(written, content)) return { content: native.content, edited: [] };
  if (spec.id === "precept") return { content, edited: [] };
  const text = content.replaceAll("\r\n", "\n");
  const marks = chooseMarks(text);
  const { marked, inserted, edited } = markInsertedTexts(text, marks, options);
  const spell = createSpelling(native);
  const known = listReferences(native);
  const canReference = (one: string): boolean =>
    known.includes(one) || (options.hasRules?.(one) !== true && existsAt(readFile, one));
  const inFile: Rule = { ...native, content: marked, origin: { store: "", dialect: spec.id, path, imports: true } };
  const converted =
    spec.imports === undefined ? respellReferences(marked, spec, spell) : convertImports(inFile, canReference, spell);
  const escaping = spec.imports === undefined ? (options.importers ?? []) : [spec.imports];
  const unescaped = escaping.reduce((all, imports) => unescapeImports(all, native.content, imports), converted);
  const restored = inserted.reduce((all, one, at) => all.replace(marks.join(String(at)), () => `#[[file:${one}]]`), unescaped);
  return { content: content.includes("\r\n") ? restored.replaceAll("\n", "\r\n") : restored, edited };
}

interface MarkedContent {
  /** The content with a mark and a number in place of each inserted text. */
  readonly marked: string;
  /** The paths of the inserted texts, as the rule has them. */
  readonly inserted: readonly string[];
  readonly edited: readonly string[];
}

function markInsertedTexts(
  content: string,
  marks: readonly [string, string],
  { native, spec, readFile, base = "" }: ReadReferencesOptions,
): MarkedContent {
  if (hasMarker(native.content)) return { marked: content, inserted: [], edited: [] };
  const own = new Set(findReferences(native.content).map((reference) => reference.path));
  const textsOf = (path: string): readonly string[] => {
    const target = resolveReference(path, native);
    const file = target === undefined ? undefined : readFile(target);
    if (file?.kind !== "text") return [];
    const text = file.text.replaceAll("\r\n", "\n");
    return spec.imports === undefined ? [text] : [text, escapeImports(text, spec.imports)];
  };
  const before = findMarkedTexts(base.replaceAll("\r\n", "\n"), textsOf);
  const found = findMarkedTexts(content, textsOf).filter(({ path }) => own.has(path));
  const edited = found.filter(({ path, text }) => {
    return !textsOf(path).includes(text) && !before.some((one) => one.path === path && one.text === text);
  });
  const replacements = found.map(({ start, end }, at) => ({ start, end, text: marks.join(String(at)) }));
  return {
    marked: replaceParts(content, replacements),
    inserted: found.map(({ path }) => path),
    edited: [...new Set(edited.map(({ path }) => resolveReference(path, native) ?? path))],
  };
}

/** Returns how a rule names a file of the project: as it did before, or relative to the directory that it governs. */
function createSpelling(native: Rule): (path: string) => string | undefined {
  const known = new Map(findReferences(native.content).map(({ path }) => [resolveReference(path, native), path]));
  return (path) => known.get(path) ?? spellReference(path, native.origin.base, native.origin.path);
}

/** The references of Kiro are relative to the project. */
function respellReferences(content: string, { references }: FormatSpec, spell: (path: string) => string | undefined): string {
  if (references !== true) return content;
  const respelled = findReferences(content).map(({ start, end, path }) => {
    const target = resolveReference(path, { origin: { store: "" } });
    const spelling = target === undefined ? undefined : spell(target);
    return { start, end, text: spelling === undefined ? undefined : `#[[file:${spelling}]]` };
  });
  return replaceParts(content, respelled);
}

/** Removes the backticks around words that the rule has without them. */
function unescapeImports(content: string, native: string, imports: ImportSpec): string {
  const words = new Set(findImports(native, imports).map(([start, end]) => native.slice(start, end)));
  let unescaped = content;
  for (const word of words) {
    const escaped = new RegExp(`(\`+)${word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}\\1`, "g");
    unescaped = unescaped.replace(escaped, (all) => (native.includes(all) ? all : word));
  }
  return unescaped;
}
