/** What a rule file is made of. Joined in this order, the parts are the file again, byte for byte. */
export interface FrontMatterParts {
  /** A byte order mark and blank lines before the first fence. */
  readonly lead: string;
  /** The line that opens the front matter, with its line break; empty where there is none. */
  readonly open: string;
  /** The lines between the fences, with their line breaks. */
  readonly header: string;
  /** The line that closes the front matter, with its line break. */
  readonly close: string;
  /** Everything after it. */
  readonly body: string;
}

/** Something unusual about how the front matter is set off, by its diagnostic code. */
export interface FrontMatterAnomaly {
  readonly code:
    | "front-matter/unclosed"
    | "front-matter/glued-fence"
    | "front-matter/leading-blank"
    | "front-matter/double"
    | "front-matter/literal-newlines"
    | "front-matter/no-opening-fence";
  readonly line: number;
}

export interface FrontMatterSplit extends FrontMatterParts {
  /** Whether there is a front matter. */
  readonly found: boolean;
  /** The line, from 1, on which `header` begins. */
  readonly headerLine: number;
  /** The line, from 1, on which `body` begins. */
  readonly bodyLine: number;
  readonly anomalies: readonly FrontMatterAnomaly[];
}

const lineBreak = /\r\n|\r|\n/g;
const openingFence = /^---[ \t]*$/;
const closingFence = /^(?:---|\.\.\.)[ \t]*$/;
/** `---# Title`: text that was meant to begin on the next line. `----` is a rule of Markdown, not a fence. */
const gluedFence = /^---(?=[^-\s])/;

/**
 * Splits a rule file into front matter and body. Understands a byte order mark, every kind of line break, blank lines before the
 * first fence, `...` as the closing fence and text glued to the closing fence; what is unusual is reported as an oddity.
 *
 * Where the closing fence is missing, the front matter ends with the last line that can belong to one: a key, a list item, an indented
 * line or a comment.
 */
export function splitFrontMatter(text: string): FrontMatterSplit {
  const reader = new LineReader(text);
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  reader.position = start;
  let line = reader.next();
  while (line !== undefined && line.text.trim() === "") line = reader.next();
  if (line === undefined || !openingFence.test(line.text)) return withoutFrontMatter(text);
  const oddities: FrontMatterAnomaly[] = line.number > 1 ? [{ code: "front-matter/leading-blank", line: line.number }] : [];
  const opened = line;
  let close = reader.next();
  while (close !== undefined && !closingFence.test(close.text) && !gluedFence.test(close.text)) close = reader.next();
  const lead = text.slice(0, opened.start);
  const open = text.slice(opened.start, opened.end);
  if (close === undefined) {
    const end = endOfUnclosedHeader(text, opened.end);
    oddities.push({ code: "front-matter/unclosed", line: opened.number });
    const header = text.slice(opened.end, end);
    const bodyLine = opened.number + 1 + countBreaks(header);
    return {
      found: true,
      lead,
      open,
      header,
      close: "",
      body: text.slice(end),
      headerLine: opened.number + 1,
      bodyLine,
      anomalies: oddities,
    };
  }
  const glued = !closingFence.test(close.text);
  if (glued) oddities.push({ code: "front-matter/glued-fence", line: close.number });
  const closeEnd = glued ? close.start + 3 : close.end;
  const body = text.slice(closeEnd);
  const bodyLine = glued ? close.number : close.number + 1;
  const second = secondFrontMatter(body);
  if (second !== undefined) oddities.push({ code: "front-matter/double", line: bodyLine + second });
  return {
    found: true,
    lead,
    open,
    header: text.slice(opened.end, close.start),
    close: text.slice(close.start, closeEnd),
    body,
    headerLine: opened.number + 1,
    bodyLine,
    anomalies: oddities,
  };
}

/** The file again, with whatever parts were changed. */
export function joinFrontMatter(parts: FrontMatterParts): string {
  return parts.lead + parts.open + parts.header + parts.close + parts.body;
}

/** The rule's text: the body without the blank line that usually sets it off, and which is not part of the text. */
export function extractContent(split: FrontMatterSplit): string {
  return split.body.replace(/^[ \t]*(?:\r\n|\r|\n)/, "");
}

/** The line break that a text uses: its first one, or `\n`. */
export function detectLineBreak(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

function withoutFrontMatter(text: string): FrontMatterSplit {
  const lead = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const oddities: FrontMatterAnomaly[] = [];
  const first = /^[^\r\n]*/.exec(text.slice(lead.length))?.[0] ?? "";
  if (/^---\s*\\n/.test(first)) oddities.push({ code: "front-matter/literal-newlines", line: 1 });
  else if (/^(?:name|description|globs|alwaysApply|inclusion):/.test(first) && /^---[ \t]*$/m.test(text)) {
    oddities.push({ code: "front-matter/no-opening-fence", line: 1 });
  }
  return {
    found: false,
    lead,
    open: "",
    header: "",
    close: "",
    body: text.slice(lead.length),
    headerLine: 1,
    bodyLine: 1,
    anomalies: oddities,
  };
}

function endOfUnclosedHeader(text: string, start: number): number {
  const reader = new LineReader(text);
  reader.position = start;
  let end = start;
  for (let line = reader.next(); line !== undefined; line = reader.next()) {
    if (!/^(?:[A-Za-z_][\w-]*:(?:\s|$)|\s+\S|-\s|#\s)/.test(line.text) || /^#{1,6} /.test(line.text)) break;
    end = line.end;
  }
  return end;
}

/** How many lines below the start of the body a second front matter begins. */
function secondFrontMatter(body: string): number | undefined {
  const match = /^((?:[ \t]*(?:\r\n|\r|\n))*)---[ \t]*(?:\r\n|\r|\n)[A-Za-z_][\w-]*:/.exec(body);
  return match === null ? undefined : countBreaks(match[1] ?? "");
}

function countBreaks(text: string): number {
  return text.match(lineBreak)?.length ?? 0;
}

interface Line {
  readonly number: number;
  readonly start: number;
  /** Behind the line break. */
  readonly end: number;
  readonly text: string;
}

/** Reads line by line, so that a long body is never split. */
class LineReader {
  position = 0;
  #number = 0;
  readonly #text: string;
  readonly #break = /\r\n|\r|\n/g;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Line | undefined {
    if (this.position >= this.#text.length) return undefined;
    const start = this.position;
    this.#break.lastIndex = start;
    const found = this.#break.exec(this.#text);
    const textEnd = found?.index ?? this.#text.length;
    this.position = textEnd + (found?.[0].length ?? 0);
    this.#number += 1;
    return { number: this.#number, start, end: this.position, text: this.#text.slice(start, textEnd) };
  }
}
