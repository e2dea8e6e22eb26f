const tabStop = 4;

const codeIndent = 4;

const thematicBreak = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/** Reads a line of Markdown from the left: the markers of enclosing quotes and list items, then its content. */
export class MarkdownLine {
  readonly #text: string;
  /** The index of the next character that is not blank. */
  #index = 0;
  #column = 0;
  /** The column at which the content of the innermost container begins. */
  #base = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipBlanks();
  }

  /** The rest of the line, without leading blanks. */
  get rest(): string {
    return this.#text.slice(this.#index);
  }

  get isBlank(): boolean {
    return this.#index === this.#text.length;
  }

  get isIndented(): boolean {
    return this.#column - this.#base >= codeIndent;
  }

  /** Consumes the indentation of a list item. Returns false if the line does not continue the item. */
  takeIndent(columns: number): boolean {
    if (this.isBlank) return true;
    if (this.#column - this.#base < columns) return false;
    this.#base += columns;
    return true;
  }

  /** Consumes a quote marker. Returns false if there is none. */
  takeQuote(): boolean {
    if (this.isIndented || this.#text[this.#index] !== ">") return false;
    this.#take(1);
    if (this.#column > this.#base) this.#base += 1;
    return true;
  }

  /** Consumes a list marker. Returns the indentation of the item's lines in columns; undefined without a marker. */
  takeItem(inParagraph: boolean): number | undefined {
    if (this.isIndented || thematicBreak.test(this.rest)) return undefined;
    const [marker, number = "1"] = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(this.rest) ?? [];
    if (marker === undefined) return undefined;
    // A number other than 1, or a marker without content, cannot interrupt a paragraph.
    if (inParagraph && (number !== "1" || this.rest.trimEnd() === marker)) return undefined;
    const from = this.#base;
    this.#take(marker.length);
    const blanks = this.#column - this.#base;
    this.#base += this.isBlank || blanks > codeIndent ? 1 : blanks;
    return this.#base - from;
  }

  /** The opening fence at this position, without its info string. */
  get fence(): string | undefined {
    return this.isIndented ? undefined : /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(this.rest)?.[0];
  }

  closes(fence: string): boolean {
    const [marks = ""] = /^(?:`+|~+)(?=[ \t]*$)/.exec(this.rest) ?? [];
    return !this.isIndented && marks.startsWith(fence);
  }

  /** Whether the line is a block by itself: a heading or a thematic break. */
  get isAlone(): boolean {
    return !this.isIndented && (/^#{1,6}(?:[ \t]|$)/.test(this.rest) || thematicBreak.test(this.rest));
  }

  /** Whether the line turns the paragraph above it into a heading. */
  get isUnderline(): boolean {
    return !this.isIndented && /^(?:=+|-+)[ \t]*$/.test(this.rest);
  }

  #take(count: number): void {
    this.#index += count;
    this.#column += count;
    this.#base = this.#column;
    this.#skipBlanks();
  }

  #skipBlanks(): void {
    for (; this.#index < this.#text.length; this.#index += 1) {
      const character = this.#text[this.#index];
      if (character === "\t") this.#column += tabStop - (this.#column % tabStop);
      else if (character === " ") this.#column += 1;
      else return;
    }
  }
}
