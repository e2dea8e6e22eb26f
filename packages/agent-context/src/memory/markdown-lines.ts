import { findFences, htmlEnd } from "@precept/core";

export interface Line {
  /** Offsets in the text. `end` is after the line break. */
  readonly start: number;
  readonly end: number;
  /** Without the line break. */
  readonly text: string;
  readonly isBlank: boolean;
  /** Whether the line is in a fenced block, an HTML block or front matter, and so neither heading nor bullet. */
  readonly isOpaque: boolean;
  /** The level and the title, if the line is a heading. */
  readonly heading?: { readonly level: number; readonly title: string };
}

export interface MarkdownLines {
  readonly lines: readonly Line[];
  /** The line that ends the block that is open at the end of the text. Appended text would become a part of it. */
  readonly closer?: string;
}

/** The lines that end HTML blocks. Empty for a block that a blank line ends. */
const htmlClosers = ["-->", "?>", "]]>", "</pre>", ">", ""];

const blank = /^[ \t]*$/;

const frontMatter = /^\uFEFF?---[ \t]*(?:\r\n|\r|\n)(?:[^]*?(?:\r\n|\r|\n))??(?:---|\.\.\.)[ \t]*(?=[\r\n]|$)/;

export function readMarkdownLines(text: string): MarkdownLines {
  const [header = ""] = frontMatter.exec(text) ?? [];
  const body = (header.replace(/[^\r\n]/g, " ") + text.slice(header.length)).replace(/^\uFEFF/, " ");
  const fences = findFences(body);
  const lines: Line[] = [];
  let htmlEnding: RegExp | undefined;
  let isParagraph = false;
  let fence = 0;
  let start = 0;
  for (const [whole] of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (whole === "") continue;
    const end = start + whole.length;
    const content = whole.replace(/[\r\n]+$/, "").replace(start === 0 ? /^\uFEFF/ : /^$/, "");
    while ((fences[fence]?.[1] ?? Infinity) <= start) fence += 1;
    let isOpaque = start < header.length || (fences[fence]?.[0] ?? Infinity) <= start;
    if (htmlEnding !== undefined) {
      isOpaque = true;
      if (htmlEnding.test(content)) htmlEnding = undefined;
    } else if (!isOpaque) {
      const [tag = ""] = /^ {0,3}(?=<).*/.exec(content) ?? [];
      const ending = htmlEnd(tag.trimStart(), isParagraph);
      isOpaque = ending !== undefined;
      // A block can end on the line on which it begins.
      if (ending?.test(tag.trimStart().replace(/^<(?:!--|\?|!\[CDATA\[|![A-Za-z])?/, "")) === false) htmlEnding = ending;
    }
    const heading = isOpaque ? undefined : readHeading(content);
    lines.push({
      start,
      end,
      text: content,
      isBlank: blank.test(content),
      isOpaque,
      ...(heading !== undefined && { heading }),
    });
    isParagraph = !isOpaque && heading === undefined && !blank.test(content);
    start = end;
  }
  const closer = htmlEnding === undefined ? findOpenFence(body) : htmlClosers.find((line) => htmlEnding?.test(line));
  return { lines, ...(closer !== undefined && { closer }) };
}

/** Returns the marks of a fence that is open at the end of a text. A top-level line ends the fence of a list item. */
function findOpenFence(text: string): string | undefined {
  const probe = `${text}\n- a`;
  const open = findFences(probe).find(([, end]) => end === probe.length);
  return open === undefined ? undefined : /`{3,}|~{3,}/.exec(probe.slice(...open))?.[0];
}

function readHeading(line: string): Line["heading"] {
  const [, marks, title = ""] = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line) ?? [];
  return marks === undefined ? undefined : { level: marks.length, title: title.trim() };
}
