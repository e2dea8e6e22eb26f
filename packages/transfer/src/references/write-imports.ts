import type { Rule } from "@precept/core";
import { escapeImports, findFileImports, hasImports, type ImportSpec } from "@precept/mdc-compat";
import {
  insertText,
  replaceAll,
  type TargetedReference,
  type WrittenReference,
  type ReferenceTarget,
  type WrittenReferences,
  reportWritten,
} from "./insert-text.ts";
import { chooseMarks } from "./included-text.ts";
import { isOutside, relativeTo, resolveImport } from "./reference-path.ts";

/**
 * Writes references as `@path`, and escapes all other words that the tool would import. If the tool would not read the word as this import, such as one
 * with a comma behind it, the text of the file is inserted instead.
 */
export function writeImports(
  rule: Rule,
  references: readonly TargetedReference[],
  target: ReferenceTarget,
  imports: ImportSpec,
): WrittenReferences {
  const words = references.map((reference) => ({ reference, isImport: canImport(reference, target) }));
  for (;;) {
    const composed = composeImports(rule.content, words, target, imports);
    const found = findFileImports(composed.text, imports);
    const failed = composed.words.filter(
      ({ start, end, at }) =>
        !found.some(
          (one) => one.start === start && one.end === end && resolveImport(one.path, target.path) === references[at]?.target,
        ),
    );
    // An unexpected import can only come from the neighbourhood of a word.
    const isUnexpected = found.length > composed.words.length + composed.intended;
    if (failed.length === 0 && (!isUnexpected || composed.words.length === 0))
      return finish(rule, words, composed, target, imports);
    const wrong = isUnexpected && failed.length === 0 ? composed.words : failed;
    for (const { at } of wrong) (words[at] as { isImport: boolean }).isImport = false;
  }
}

/** Whether the tool may import a file, and would load all of it: it does not include native references. */
function canImport({ target }: TargetedReference, { readFile }: ReferenceTarget): boolean {
  if (target === undefined) return false;
  const file = readFile(target);
  return file.kind === "text" ? file.hasReferences !== true : file.isImportable !== false;
}

function finish(
  rule: Rule,
  words: readonly ReferenceWord[],
  { text, written }: ComposedImports,
  { spec }: ReferenceTarget,
  imports: ImportSpec,
): WrittenReferences {
  const untouched = replaceAll(
    rule.content,
    words.map(({ reference }) => reference),
    (at) => written[at]?.text,
  );
  const isEscaped = untouched !== text && hasImports(rule.content, imports);
  const message = `Words that start with @ are put in backticks, because ${spec.title} would import files of that name.`;
  return {
    rule: { ...rule, content: text, origin: { ...rule.origin, imports: true } },
    notes: [...reportWritten(written, spec), ...(isEscaped ? [{ field: "content", kind: "lost", message } as const] : [])],
  };
}

/** A reference, and whether it is written as an import. If not, the text of its file is inserted. */
export interface ReferenceWord {
  readonly reference: TargetedReference;
  isImport: boolean;
}

/** A text with its references written. */
export interface ComposedImports {
  readonly text: string;
  /** The words that are to be imports, and the reference of each. */
  readonly words: readonly { readonly start: number; readonly end: number; readonly at: number }[];
  /** The number of other words that stay imports. */
  readonly intended: number;
  readonly written: readonly WrittenReference[];
}

/** Writes references into a text, and escapes all words that the tool would import, except those that are intended as imports. */
export function composeImports(
  content: string,
  words: readonly ReferenceWord[],
  target: ReferenceTarget,
  imports: ImportSpec,
): ComposedImports {
  const written = words.map(({ reference, isImport }) =>
    isImport
      ? { text: printImport(target.path, reference.target ?? ""), path: reference.path, isInserted: false }
      : insertText(reference, { readFile: target.readFile, content, escape: (text) => escapeImports(text, imports) }),
  );
  const protectedTexts: string[] = [];
  const marks = chooseMarks(content);
  const protect = (text: string): string => marks.join(String(protectedTexts.push(text) - 1));
  let withMarks = replaceAll(
    content,
    words.map(({ reference }) => reference),
    (at) => {
      const { text } = written[at] ?? {};
      return text === undefined ? undefined : protect(text);
    },
  );
  const isIntended = (path: string): boolean => {
    if (isOutside(path)) return imports.outside === true;
    const file = resolveImport(path, target.path);
    return file !== undefined && target.hasRules?.(file) === true;
  };
  const intended = findFileImports(withMarks, imports).filter(({ path }) => isIntended(path));
  for (const { start, end } of intended.toReversed()) {
    withMarks = withMarks.slice(0, start) + protect(withMarks.slice(start, end)) + withMarks.slice(end);
  }
  const escaped = escapeImports(withMarks, imports);
  return { ...restore(escaped, marks, protectedTexts, written, words), intended: intended.length, written };
}

/** Replaces the placeholders by their texts. */
function restore(
  escaped: string,
  [open, close]: readonly [string, string],
  texts: readonly string[],
  written: ComposedImports["written"],
  words: readonly ReferenceWord[],
): Pick<ComposedImports, "text" | "words"> {
  const positions: ComposedImports["words"][number][] = [];
  // The placeholders of references are numbered in the order of the references that have a text.
  const owners = written.flatMap(({ text }, at) => (text === undefined ? [] : [at]));
  let text = "";
  for (const [index, part] of escaped.split(open).entries()) {
    if (index === 0) {
      text += part;
      continue;
    }
    const number = Number(part.slice(0, part.indexOf(close)));
    const start = text.length;
    text += texts[number] ?? "";
    const at = owners[number];
    if (at !== undefined && words[at]?.isImport === true) positions.push({ start, end: text.length, at });
    text += part.slice(part.indexOf(close) + close.length);
  }
  return { text, words: positions };
}

function printImport(file: string, target: string): string {
  return `@${relativeTo(file, target).replaceAll(" ", "\\ ")}`;
}
