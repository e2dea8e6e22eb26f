import { detectLineBreak, type FidelityNote, type Rule } from "@precept/core";
import type { FormatSpec } from "@precept/mdc-compat";
import { hasMarker, markText, type ReadReference } from "./included-text.ts";

/** The file that references are written to. */
export interface ReferenceTarget {
  readonly spec: FormatSpec;
  /** The path of the file in the project. Imports are relative to it. */
  readonly path: string;
  readonly readFile: ReadReference;
  /** Whether a file has rules. An import of such a file stays. Default: no file has rules. */
  readonly hasRules?: (path: string) => boolean;
}

/** A rule with its references in the syntax of a format. */
export interface WrittenReferences {
  /** The rule to print. If the format has imports, words that it would import by mistake are escaped. */
  readonly rule: Rule;
  readonly notes: readonly FidelityNote[];
}

/** A part of a text, and the text to write in its place. Without `text`, the part stays. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text?: string | undefined;
}

/** A reference, and its target: the path of its file in the project, or undefined if the file is outside of it. */
export interface TargetedReference extends Omit<Replacement, "text"> {
  /** As written. */
  readonly path: string;
  readonly target: string | undefined;
}

export interface WrittenReference extends TargetedReference, Replacement {
  /** Whether the text of the file is written. Default false. */
  readonly isInserted?: boolean;
  /** Why the text of the file is not written, as a clause. */
  readonly problem?: string;
}

/**
 * Inserts the text of a referenced file, if it can be read.
 *
 * @param escape escapes what the tool would replace in the inserted text. Default: nothing.
 */
export function insertText(
  reference: TargetedReference,
  content: string,
  readFile: ReadReference,
  escape: (text: string) => string = (text) => text,
): WrittenReference {
  const { path, target } = reference;
  if (target === undefined) return { ...reference, problem: "is outside of the project" };
  if (hasMarker(content)) return { ...reference, problem: "is in a text with a comment that marks inserted files" };
  const file = readFile(target);
  if (file.kind === "none") return { ...reference, problem: file.problem };
  const text = markText(path, escape(file.text), detectLineBreak(content));
  if (text === undefined) return { ...reference, problem: "has a path that a comment cannot contain" };
  return { ...reference, text, isInserted: true };
}

/** Replaces parts of a text, which are in order. */
export function replaceParts(content: string, replacements: readonly Replacement[]): string {
  let replaced = "";
  let position = 0;
  for (const { start, end, text } of replacements) {
    replaced += content.slice(position, start) + (text ?? content.slice(start, end));
    position = end;
  }
  return replaced + content.slice(position);
}

/** Reports which texts a file has in place of references, and which references stay. */
export function reportWritten(written: readonly WrittenReference[], { title }: FormatSpec): readonly FidelityNote[] {
  const inserted = [...new Set(written.filter(({ isInserted }) => isInserted).map(({ path }) => path))];
  const messages = [
    ...(inserted.length === 0
      ? []
      : [`The text of ${inserted.join(", ")} is inserted, because ${title} does not include files there.`]),
    ...written.flatMap(({ path, problem }) =>
      problem === undefined ? [] : [`${path} ${problem}, so ${title} does not get its text.`],
    ),
  ];
  return messages.map((message) => ({ field: "content", kind: "lost", message }));
}
