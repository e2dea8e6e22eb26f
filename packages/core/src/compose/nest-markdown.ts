import { minOf } from "../model/lists.ts";
import { MarkdownLine } from "../markdown/markdown-line.ts";

/** Demotes all headings below the level and closes open fences, so that the text cannot imitate the document. */
export function nestMarkdown(text: string, level: number): string {
  const lines = readLines(text.trim());
  const highest = minOf(lines.map((line) => line.heading ?? Number.POSITIVE_INFINITY));
  const shift = Math.max(0, level + 1 - highest);
  const nested = shift === 0 ? lines : lines.map((line) => ({ ...line, text: shiftHeading(line, shift) }));
  return nested.map((line) => line.text).join("\n");
}

export function closeFence(text: string): string {
  if (!text.includes("```") && !text.includes("~~~")) return text;
  let fence: string | undefined;
  for (const line of text.split(lineBreak)) fence = openAfter(new MarkdownLine(line), fence);
  return fence === undefined ? text : `${text}\n${fence}`;
}

interface Line {
  readonly text: string;
  readonly heading?: number | undefined;
}

/** A blank line, or the start of a quote or list item. An underline does not turn it into a heading. */
const blankOrNested = /^[ \t]*$|^ {0,3}(?:>|(?:[-*+]|\d+[.)])[ \t])/;

const lineBreak = /\r\n|\r|\n/;

const tableRow = /^ {0,3}\|/;

/** Converts setext headings to ATX headings, and closes an open fence. */
function readLines(text: string): Line[] {
  const lines: Line[] = [];
  let fence: string | undefined;
  let paragraph = false;
  for (const line of text.split(lineBreak)) {
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
    // An indented line is text within a paragraph, and code elsewhere.
    paragraph = !code && heading === undefined && !blankOrNested.test(line) && (paragraph || /^ {0,3}[^ \t]/.test(line));
    lines.push({ text: line, heading });
  }
  return fence === undefined ? lines : [...lines, { text: fence }];
}

function openAfter(line: MarkdownLine, open: string | undefined): string | undefined {
  if (open === undefined) return line.fence;
  return line.closes(open) ? undefined : open;
}

function shiftHeading({ text, heading }: Line, shift: number): string {
  return heading === undefined ? text : text.replace(/#+/, "#".repeat(Math.min(6, heading + shift)));
}
