import { markText, type ReadReference } from "./included-text.ts";

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

/** Inserts the text of a referenced file, if it can be read. @param escape escapes what the tool would replace in the text. */
export function insertText(
  { path, target }: TargetedReference,
  readFile: ReadReference,
  escape: (text: string) => string = (text) => text,
): WrittenReference {
  const stays = { text: undefined, path, isInserted: false };
  if (target === undefined) return { ...stays, problem: "is outside of the project" };
  const file = readFile(target);
  if (file.kind === "none") return { ...stays, problem: file.problem };
  const text = markText(path, escape(file.text));
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
