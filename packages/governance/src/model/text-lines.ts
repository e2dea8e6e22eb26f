/** The lines of a text. A line ends with `\n`, `\r\n` or `\r`. */
export class TextLines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get count(): number {
    return this.#lineStarts().length;
  }

  /** Converts an offset to a position. Both from 1; the column counts UTF-16 code units. */
  positionAt(offset: number): { readonly line: number; readonly column: number } {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  }

  /** Returns a line without its line ending. Empty if the text has no such line. */
  textOf(line: number): string {
    const start = this.startOf(line);
    if (start === undefined) return "";
    return this.#text.slice(start, this.startOf(line + 1)).replace(/[\r\n]+$/, "");
  }

  /** Returns the offset at which a line begins. Undefined if the text has no such line. */
  startOf(line: number): number | undefined {
    return this.#lineStarts()[line - 1];
  }

  // Computed on demand, because most texts violate no policy.
  #lineStarts(): readonly number[] {
    this.#starts ??= [0, ...Array.from(this.#text.matchAll(/\r\n?|\n/g), (end) => end.index + end[0].length)];
    return this.#starts;
  }
}
