/** A place in a text, both from 1; the column in UTF-16 code units. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** A text by lines, as editors count them: a line ends with `\n`, `\r\n` or `\r`. */
export class TextLines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get count(): number {
    return this.#lineStarts().length;
  }

  placeAt(offset: number): LinePlace {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  /** Without its end. Empty for a line that is not there. */
  textOf(line: number): string {
    const start = this.startOf(line);
    if (start === undefined) return "";
    return this.#text.slice(start, this.startOf(line + 1)).replace(/[\r\n]+$/, "");
  }

  /** Where a line begins, from 0. */
  startOf(line: number): number | undefined {
    return this.#lineStarts()[line - 1];
  }

  // Most texts break no policy, so nobody asks for a line of theirs.
  #lineStarts(): readonly number[] {
    this.#starts ??= [0, ...Array.from(this.#text.matchAll(/\r\n?|\n/g), (end) => end.index + end[0].length)];
    return this.#starts;
  }
}
