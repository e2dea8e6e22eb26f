import { type Rule, type SourceLocation, findCode, type Region, splitFrontMatter, type FrontMatterSplit } from "@precept/core";

/** Returns the text of a rule's file; undefined if it has no file or the file cannot be read. */
export type TextOf = (rule: Rule) => string | undefined;

/** The text of a file with data for checks, computed when first used. */
export class SourceText {
  readonly text: string;
  readonly file: string | undefined;
  #split: FrontMatterSplit | undefined;
  #lineStarts: readonly number[] | undefined;
  #code: readonly Region[] | undefined;

  constructor(text: string, file?: string) {
    this.text = text;
    this.file = file;
  }

  get split(): FrontMatterSplit {
    return (this.#split ??= splitFrontMatter(this.text));
  }

  /** The offset of the lines between the fences. */
  get headerStart(): number {
    return this.split.lead.length + this.split.open.length;
  }

  get bodyStart(): number {
    return this.headerStart + this.split.header.length + this.split.close.length;
  }

  /** The fenced and inline code of the body, in order. */
  get code(): readonly Region[] {
    return (this.#code ??= findCode(this.text, this.bodyStart));
  }

  isCode(offset: number): boolean {
    const last = this.code[lastNotAbove(this.code.length, offset, (at) => this.code[at]?.[0] ?? 0)];
    return last !== undefined && last[0] <= offset && offset < last[1];
  }

  locate(start: number, end: number = start): SourceLocation {
    const from = this.#position(start);
    const to = this.#position(end);
    return { file: this.file, ...from, ...(end > start && { endLine: to.line, endColumn: to.column }) };
  }

  #position(offset: number): { line: number; column: number } {
    this.#lineStarts ??= [
      0,
      ...[...this.text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: lineBreak }) => index + lineBreak.length),
    ];
    const starts = this.#lineStarts;
    const line = lastNotAbove(starts.length, offset, (at) => starts[at] as number);
    return { line: line + 1, column: offset - (starts[line] as number) + 1 };
  }
}

/** Returns the index of the last of ascending numbers that is not greater than `wanted`; 0 if all are greater. */
function lastNotAbove(count: number, wanted: number, numberAt: (position: number) => number): number {
  let low = 0;
  for (let high = count - 1; low < high;) {
    const middle = Math.ceil((low + high) / 2);
    if (numberAt(middle) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
