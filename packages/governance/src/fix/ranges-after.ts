import { compareEdits, type TextEdit } from "@precept/core";

/** An edit, and the range that its replacement has in the edited text. */
export interface AppliedEdit<Edit extends TextEdit> {
  readonly edit: Edit;
  readonly start: number;
  readonly end: number;
}

/** Returns the range of each replacement after all edits are applied, in the order of the text. */
export function rangesAfter<Edit extends TextEdit>(edits: readonly Edit[]): readonly AppliedEdit<Edit>[] {
  let shift = 0;
  return edits.toSorted(compareEdits).map((edit) => {
    const start = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    return { edit, start, end: start + edit.text.length };
  });
}
