/** Replaces a range of a text. Offsets count UTF-16 code units from 0. */
export interface TextEdit {
  readonly start: number;
  /** The offset after the last replaced code unit. Equal to `start` for an insertion. */
  readonly end: number;
  /** The replacement; empty for a deletion. */
  readonly text: string;
}

/**
 * Applies edits to a text. The edits may be in any order and must not overlap, see {@link editsOverlap}.
 *
 * @example
 * ```ts
 * import { applyEdits } from "@precept/core";
 *
 * const fixed = applyEdits("teh cart", [{ start: 0, end: 3, text: "the" }]); // "the cart"
 * ```
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let position = 0;
  for (const { start, end, text: replacement } of edits.toSorted(compareEdits)) {
    result += text.slice(position, start) + replacement;
    position = end;
  }
  return result + text.slice(position);
}

/** Compares edits by their position in the text. */
export function compareEdits(left: TextEdit, right: TextEdit): number {
  return left.start - right.start || left.end - right.end;
}

/** Whether two edits overlap. Adjacent edits do not. Edits with the same start do: their order would be ambiguous. */
export function editsOverlap(left: TextEdit, right: TextEdit): boolean {
  return left.start === right.start || (left.start < right.end && right.start < left.end);
}
