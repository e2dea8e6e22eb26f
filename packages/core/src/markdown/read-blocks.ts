import { htmlEnd } from "./html-block.ts";
import { MarkdownLine } from "./markdown-line.ts";
import type { Region } from "./code-spans.ts";

export interface CodeBlocks {
  readonly fences: readonly Region[];
  /** Paragraphs, headings and table cells. A code span never crosses their borders. */
  readonly texts: readonly Region[];
}

/** Reads the blocks of a Markdown text from an offset on, line by line, by the rules of CommonMark. */
export function readBlocks(text: string, from: number): CodeBlocks {
  const reader = new BlockReader();
  const lines = /[^\r\n]*(?:\r\n|\r|\n|$)/g;
  lines.lastIndex = from;
  let start = from;
  for (const [line] of text.matchAll(lines)) {
    reader.addLine(line.replace(/[\r\n]+$/, ""), [start, start + line.length]);
    start += line.length;
  }
  return reader.finish(text.length);
}

/** A quote, or a list item as the indentation of its lines in columns. */
type Container = "quote" | number;

const maxDepth = 64;

/** A block that the next line can continue. */
type OpenBlock =
  | { readonly kind: "paragraph"; readonly start: number }
  | { readonly kind: "fence"; readonly start: number; readonly marks: string }
  | { readonly kind: "html"; readonly end: RegExp };

class BlockReader {
  readonly #fences: Region[] = [];
  readonly #texts: Region[] = [];
  /** The open containers, outermost first. */
  #containers: readonly Container[] = [];
  #open: OpenBlock | undefined;
  /** Whether the last line began a list item without content. A blank line ends such an item. */
  #isItemEmpty = false;

  addLine(text: string, [start, end]: Region): void {
    const line = new MarkdownLine(text);
    const depth = this.#continue(line);
    const isInside = depth === this.#containers.length;
    if (isInside && this.#continueRaw(line, end)) return;
    const wasItemEmpty = this.#isItemEmpty;
    this.#isItemEmpty = false;
    if (line.isBlank) {
      this.#close(start);
      this.#containers = this.#containers.slice(0, isInside && wasItemEmpty ? -1 : depth);
      return;
    }
    const inParagraph = this.#open?.kind === "paragraph";
    const opened = openContainers(line, inParagraph && isInside, maxDepth - depth);
    const { fence } = line;
    const isAlone = line.isAlone || (inParagraph && isInside && opened.length === 0 && line.isUnderline);
    const html = line.isIndented ? undefined : htmlEnd(line.rest, inParagraph && opened.length === 0);
    const isText = opened.length === 0 && fence === undefined && !isAlone && html === undefined;
    // Lazy continuation: a paragraph continues even without the markers of its containers.
    if (!inParagraph || !isText) {
      this.#close(start);
      this.#containers = [...this.#containers.slice(0, depth), ...opened];
      this.#isItemEmpty = line.isBlank;
      if (fence !== undefined) this.#open = { kind: "fence", start, marks: fence };
      else if (isAlone) this.#texts.push([start, end]);
      else if (html !== undefined) this.#open = html.test(line.rest) ? undefined : { kind: "html", end: html };
      else if (!line.isBlank && !line.isIndented) this.#open = { kind: "paragraph", start };
    }
    if (this.#open?.kind === "paragraph" && line.rest.startsWith("|")) this.#addRow(text, start, end);
  }

  finish(end: number): CodeBlocks {
    this.#close(end);
    return { fences: this.#fences, texts: this.#texts };
  }

  /** Consumes the markers of the open containers. Returns how many of them the line continues. */
  #continue(line: MarkdownLine): number {
    const end = this.#containers.findIndex((one) => !(one === "quote" ? line.takeQuote() : line.takeIndent(one)));
    return end < 0 ? this.#containers.length : end;
  }

  /** Whether the line belongs to an open fence or HTML block. Closes the block if the line ends it. */
  #continueRaw(line: MarkdownLine, end: number): boolean {
    const open = this.#open;
    if (open === undefined || open.kind === "paragraph") return false;
    if (open.kind === "fence" ? line.closes(open.marks) : open.end.test(line.rest)) this.#close(end);
    return true;
  }

  /** Adds the cells of a table row as separate texts: no code span crosses a cell border. */
  #addRow(text: string, start: number, end: number): void {
    this.#close(start);
    for (const { 0: cell, index } of text.matchAll(/[^|]+/g)) this.#texts.push([start + index, start + index + cell.length]);
    this.#open = { kind: "paragraph", start: end };
  }

  #close(end: number): void {
    const open = this.#open;
    if (open?.kind === "fence") this.#fences.push([open.start, end]);
    if (open?.kind === "paragraph") this.#texts.push([open.start, end]);
    this.#open = undefined;
  }
}

function openContainers(line: MarkdownLine, inParagraph: boolean, limit: number): readonly Container[] {
  const opened: Container[] = [];
  while (opened.length < limit) {
    const container = line.takeQuote() ? "quote" : line.takeItem(inParagraph && opened.length === 0);
    if (container === undefined) break;
    opened.push(container);
  }
  return opened;
}
