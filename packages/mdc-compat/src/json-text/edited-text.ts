/** A part of a text, from `start` with a length, in UTF-16 code units. */
export type Insertion = readonly [start: number, length: number];

/** A text and the parts of it that were inserted. Without these parts it is the original text. */
export interface EditedText {
  readonly text: string;
  /** In ascending order, without overlaps. */
  readonly insertions: readonly Insertion[];
}

export function insertText({ text, insertions }: EditedText, offset: number, inserted: string): EditedText {
  const { length } = inserted;
  const isInside = insertions.some(([start, size]) => start < offset && offset < start + size);
  const moved = insertions.map(([start, size]): Insertion => {
    if (start >= offset) return [start + length, size];
    return start + size > offset ? [start, size + length] : [start, size];
  });
  const all: readonly Insertion[] = isInside ? moved : [...moved, [offset, length]];
  return {
    text: text.slice(0, offset) + inserted + text.slice(offset),
    insertions: all.toSorted(([left], [right]) => left - right),
  };
}

/** Returns the text without its insertions, or undefined if they do not fit the text. */
export function removeInsertions(text: string, insertions: readonly Insertion[]): string | undefined {
  let rest = "";
  let end = 0;
  for (const [start, length] of insertions) {
    if (start < end || length < 0 || start + length > text.length) return undefined;
    rest += text.slice(end, start);
    end = start + length;
  }
  return rest + text.slice(end);
}
