import { MarkdownLine } from "../markdown/markdown-line.ts";

/**
 * A Markdown text as it can stand below a heading of `level`: its own headings move down by as many levels as the highest of them needs,
 * and a code fence that is left open is closed. So no text can pose as a heading of the document around it.
 */
export function nestMarkdown(text: string, level: number): string {
  const lines = readLines(text.trim());
  const highest = Math.min(...lines.map((line) => line.heading ?? Number.POSITIVE_INFINITY));
  const shift = Math.max(0, level + 1 - highest);
  const nested = shift === 0 ? lines : lines.map((line) => ({ ...line, text: shiftHeading(line, shift) }));
  return nested.map((line) => line.text).join("\n");
}

interface Line {
  readonly text: string;
  /** Its level, where it is a heading. */
  readonly heading?: number | undefined;
}

/** A line of spaces, and one that begins a quote or a list item: an underline below it makes no heading of it. */
const blankOrNested = /^[ \t]*$|^ {0,3}(?:>|(?:[-*+]|\d+[.)])[ \t])/;

const tableRow = /^ {0,3}\|/;

/** Headings that are marked by an underline come out marked by `#`, an open fence closed. */
function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let fence: string | undefined;
  let paragraph = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const underline = paragraph && fence === undefined ? /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1] : undefined;
    const title = lines.at(-1);
    if (underline !== undefined && title !== undefined && !(underline.startsWith("-") && tableRow.test(title.text))) {
      const heading = underline.startsWith("=") ? 1 : 2;
      lines[lines.length - 1] = { text: `${"#".repeat(heading)} ${title.text.trim()}`, heading };
      paragraph = false;
      continue;
    }
    const after = openAfter(new MarkdownLine(line), fence);
    const code = fence !== undefined || after !== undefined;
    fence = after;
    const heading = code ? undefined : /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line)?.[1]?.length;
    // Within a paragraph an indented line is text; before one it is code.
    paragraph = !code && heading === undefined && !blankOrNested.test(line) && (paragraph || /^ {0,3}[^ \t]/.test(line));
    lines.push({ text: line, heading });
  }
  return fence === undefined ? lines : [...lines, { text: fence }];
}

/** The marks that would close the code fence which is open after this line; undefined where none is. */
function openAfter(line: MarkdownLine, open: string | undefined): string | undefined {
  if (open === undefined) return line.fence;
  return line.closes(open) ? undefined : open;
}

function shiftHeading({ text, heading }: Line, shift: number): string {
  return heading === undefined ? text : text.replace(/#+/, "#".repeat(Math.min(6, heading + shift)));
}
