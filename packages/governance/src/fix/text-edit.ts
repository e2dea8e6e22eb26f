/** A change of a text: what stands from `offset` on, `length` UTF-16 code units long, is replaced. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly replacement: string;
}

/** Makes changes that don't overlap, whatever their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = "";
  let at = 0;
  for (const { offset, length, replacement } of edits.toSorted(byOffset)) {
    result += text.slice(at, offset) + replacement;
    at = offset + length;
  }
  return result + text.slice(at);
}

/** Whether two changes touch the same text. Two that only meet don't, unless both put something in at the same place. */
export function overlap(one: TextEdit, other: TextEdit): boolean {
  if (one.offset === other.offset) return true;
  const [first, second] = one.offset < other.offset ? [one, other] : [other, one];
  return first.offset + first.length > second.offset;
}

/** Where what the changes put in stands afterwards, change by change, in the order of the text. */
export function rangesAfter<Edit extends TextEdit>(
  edits: readonly Edit[],
): readonly { readonly edit: Edit; readonly start: number; readonly end: number }[] {
  let shift = 0;
  return edits.toSorted(byOffset).map((edit) => {
    const start = edit.offset + shift;
    shift += edit.replacement.length - edit.length;
    return { edit, start, end: start + edit.replacement.length };
  });
}

function byOffset(left: TextEdit, right: TextEdit): number {
  return left.offset - right.offset;
}
