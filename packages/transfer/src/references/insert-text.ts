import { detectLineBreak, type FidelityNote, type Rule } from "@precept/core";
import type { FormatSpec } from "@precept/mdc-compat";
import { hasMarker, markText, type ReadReference } from "./included-text.ts";

/** The file that references are written to. */
export interface ReferenceTarget {
  readonly spec: FormatSpec;
  /** The path of the file in the project. Imports are relative to it. */
  readonly path: string;
  readonly readFile: ReadReference;
  /** Whether a file has rules of its own. An import of such a file stays as it is. Default: no file has. */
  readonly hasRules?: (path: string) => boolean;
}

/** A rule with its references in the syntax of a format. */
export interface WrittenReferences {
  /** The rule to print. If the format has imports, the words that it would take for imports by mistake are escaped. */
  readonly rule: Rule;
  readonly notes: readonly FidelityNote[];
}

/** A reference, and the file that it leads to. */
export interface TargetedReference {
  readonly start: number;
  readonly end: number;
  /** As written. */
  readonly path: string;
  /** The path in the project. Absent if the file is outside of the project. */
  readonly target: string | undefined;
}

/** What is written for a reference. The text is absent if the reference stays as it is. */
export interface WrittenReference {
  readonly text: string | undefined;
  readonly path: string;
  /** Whether the text of the file is inserted. */
  readonly isInserted: boolean;
  /** Why it is not, as a clause. */
  readonly problem?: string;
}

/** How a text is inserted. */
export interface Insertion {
  readonly readFile: ReadReference;
  /** The text that the reference is in. */
  readonly content: string;
  /** Escapes what the tool would replace in the text. Default: nothing is escaped. */
  readonly escape?: (text: string) => string;
}

/** Inserts the text of a referenced file, if it can be read. */
export function insertText(
  { path, target }: TargetedReference,
  { readFile, content, escape = (text) => text }: Insertion,
): WrittenReference {
  const stays = { text: undefined, path, isInserted: false };
  if (target === undefined) return { ...stays, problem: "is outside of the project" };
  if (hasMarker(content)) return { ...stays, problem: "is in a text with a comment that marks inserted files" };
  const file = readFile(target);
  if (file.kind === "none") return { ...stays, problem: file.problem };
  const text = markText(path, escape(file.text), detectLineBreak(content));
  return text === undefined
    ? { ...stays, problem: "has a path that a comment cannot contain" }
    : { text, path, isInserted: true };
}

/** Replaces references by texts. Those without a text stay. */
export function replaceAll(
  content: string,
  references: readonly TargetedReference[],
  textAt: (at: number) => string | undefined,
): string {
  let replaced = "";
  let position = 0;
  for (const [at, { start, end }] of references.entries()) {
    replaced += content.slice(position, start) + (textAt(at) ?? content.slice(start, end));
    position = end;
  }
  return replaced + content.slice(position);
}

/** Reports which texts a file has in place of references, and which references stay. */
export function reportWritten(written: readonly WrittenReference[], { title }: FormatSpec): FidelityNote[] {
  const inserted = [...new Set(written.filter(({ isInserted }) => isInserted).map(({ path }) => path))];
  const problems = written.filter(({ problem }) => problem !== undefined);
  return [
    ...(inserted.length === 0
      ? []
      : [note(`The text of ${inserted.join(", ")} is inserted, because ${title} does not include files there.`)]),
    ...problems.map(({ path, problem = "" }) => note(`${path} ${problem}, so ${title} does not get its text.`)),
  ];
}

function note(message: string): FidelityNote {
  return { field: "content", kind: "lost", message };
}
