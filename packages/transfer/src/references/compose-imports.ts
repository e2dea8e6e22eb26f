import { findFileImports, escapeImports, type ImportSpec } from "@precept/mdc-compat";
import { insertText, replaceAll, type TargetedReference, type WrittenReference } from "./insert-text.ts";
import { chooseMarks } from "./marks.ts";
import { isOutside, relativeTo, resolveImport } from "./reference-path.ts";
import type { ReferenceTarget } from "./reference-target.ts";

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
