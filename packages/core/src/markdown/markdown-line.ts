const tabStop = 4;

/** From this indentation on, a line begins no block: it is code, or goes on with a paragraph. */
const codeIndent = 4;

const rule = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/** A line of Markdown, read from the left: first the marks of the quotes and list items that it lies in, then what is in them. */
export class MarkdownLine {
  readonly #text: string;
  /** The next character that is not blank, and its column. */
  #index = 0;
  #column = 0;
  /** The column at which what is innermost begins. */
  #base = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipBlanks();
  }

  /** What is left of it, without the blanks in front. */
  get rest(): string {
    return this.#text.slice(this.#index);
  }

  get isBlank(): boolean {
    return this.#index === this.#text.length;
  }

  get isIndented(): boolean {
    return this.#column - this.#base >= codeIndent;
  }

  /** Whether it goes on with a list item, whose lines are indented by so many columns. */
  takeIndent(columns: number): boolean {
    if (this.isBlank) return true;
    if (this.#column - this.#base < columns) return false;
    this.#base += columns;
    return true;
  }

  takeQuote(): boolean {
    if (this.isIndented || this.#text[this.#index] !== ">") return false;
    this.#take(1);
    if (this.#column > this.#base) this.#base += 1;
    return true;
  }

  /** The columns by which the lines of the list item are indented that begins here. */
  takeItem(inParagraph: boolean): number | undefined {
    if (this.isIndented || rule.test(this.rest)) return undefined;
    const [mark, number = "1"] = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(this.rest) ?? [];
    if (mark === undefined) return undefined;
    // In a paragraph, a number that begins no list and a mark with nothing behind it are text.
    if (inParagraph && (number !== "1" || this.rest.trimEnd() === mark)) return undefined;
    const from = this.#base;
    this.#take(mark.length);
    const blanks = this.#column - this.#base;
    this.#base += this.isBlank || blanks > codeIndent ? 1 : blanks;
    return this.#base - from;
  }

  /** The marks of the fence that begins here. */
  get fence(): string | undefined {
    return this.isIndented ? undefined : /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(this.rest)?.[0];
  }

  closes(fence: string): boolean {
    const [marks = ""] = /^(?:`+|~+)(?=[ \t]*$)/.exec(this.rest) ?? [];
    return !this.isIndented && marks.startsWith(fence);
  }

  /** Whether it is a block of its own: a heading or a rule. */
  get isAlone(): boolean {
    return !this.isIndented && (/^#{1,6}(?:[ \t]|$)/.test(this.rest) || rule.test(this.rest));
  }

  /** Whether it makes a heading of the paragraph above it. */
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
