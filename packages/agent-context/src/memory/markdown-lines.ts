import { findFences } from "@precept/core";

/** A line of a Markdown text. */
export interface Line {
  /** Offsets in the text. `end` is after the line break. */
  readonly start: number;
  readonly end: number;
  /** Without the line break. */
  readonly text: string;
  readonly isBlank: boolean;
  /** Whether the line is in a fenced block, an HTML block or front matter, so that it is neither a heading nor a bullet. */
  readonly isOpaque: boolean;
  /** The level and the title, if the line is a heading. */
  readonly heading?: { readonly level: number; readonly title: string };
}

/** The lines of a text, and the offset up to which text can be inserted: the start of a block that is not closed, or else the end. */
export interface MarkdownLines {
  readonly lines: readonly Line[];
  readonly limit: number;
}

/** HTML blocks that a blank line does not end, with their ends: https://spec.commonmark.org/0.31.2/#html-blocks */
const htmlBlocks: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![A-Za-z]/, />/],
];

/** Reads the lines of a Markdown text. */
export function readMarkdownLines(text: string): MarkdownLines {
  const fences = findFences(text);
  const lines: Line[] = [];
  let limit = text.length;
  let html: { readonly end: RegExp; readonly start: number } | undefined;
  let frontMatter: number | undefined;
  let start = 0;
  for (const [whole] of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (whole === "") continue;
    const end = start + whole.length;
    const content = whole.replace(/[\r\n]+$/, "");
    const isFirst = start === 0;
    let isOpaque = true;
    if (isFirst && /^\uFEFF?---[ \t]*$/.test(content)) frontMatter = start;
    else if (frontMatter !== undefined) {
      if (/^(?:---|\.\.\.)[ \t]*$/.test(content)) frontMatter = undefined;
    } else if (html !== undefined) {
      if (html.end.test(content)) html = undefined;
    } else if (!fences.some(([from, to]) => from <= start && start < to)) {
      const block = htmlBlocks.find(([begin]) => begin.test(content));
      if (block === undefined) isOpaque = false;
      // The end can be on the same line, after the beginning.
      else if (!block[1].test(content.replace(block[0], ""))) html = { end: block[1], start };
    }
    const heading = isOpaque ? undefined : readHeading(content.replace(/^\uFEFF/, ""));
    lines.push({
      start,
      end,
      text: content,
      isBlank: content.trim() === "",
      isOpaque,
      ...(heading !== undefined && { heading }),
    });
    start = end;
  }
  // A line at the top level ends a fenced block of a list item, but not one of the top level.
  const probe = `${text}\n- a`;
  const open = findFences(probe).find(([, end]) => end === probe.length);
  if (open !== undefined) limit = Math.min(limit, open[0]);
  if (html !== undefined) limit = Math.min(limit, html.start);
  if (frontMatter !== undefined) limit = Math.min(limit, frontMatter);
  return { lines, limit };
}

function readHeading(line: string): Line["heading"] {
  const [, marks, title = ""] = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? [];
  return marks === undefined ? undefined : { level: marks.length, title: title.trim() };
}
