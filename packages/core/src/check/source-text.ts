import type { SourceLocation } from "../model/location.ts";
import { findCode } from "../markdown/find-code.ts";
import type { Region } from "../markdown/region.ts";
import { splitFrontMatter, type FrontMatterSplit } from "../parse/front-matter.ts";

/** A file's text while it is checked: what every check needs to know of it, worked out when the first one asks. */
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

  /** Where the lines between the fences begin. */
  get headerStart(): number {
    return this.split.lead.length + this.split.open.length;
  }

  /** Where the rule's text begins. */
  get bodyStart(): number {
    return this.headerStart + this.split.header.length + this.split.close.length;
  }

  /** The code in the rule's text, fenced and inline, by place. */
  get code(): readonly Region[] {
    return (this.#code ??= findCode(this.text, this.bodyStart));
  }

  isCode(offset: number): boolean {
    const last = this.code[lastNotAbove(this.code.length, offset, (at) => this.code[at]?.[0] ?? 0)];
    return last !== undefined && last[0] <= offset && offset < last[1];
  }

  /** The place of a piece of the text, as diagnostics have it. */
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
    const line = lastNotAbove(starts.length, offset, (at) => starts[at] ?? 0);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  }
}

/** The position of the last of so many ascending numbers that is not above the wanted one; 0 where there is none. */
function lastNotAbove(count: number, wanted: number, numberAt: (position: number) => number): number {
  let low = 0;
  for (let high = count - 1; low < high;) {
    const middle = Math.ceil((low + high) / 2);
    if (numberAt(middle) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
