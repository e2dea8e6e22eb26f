/** The parts of a rule file. Joined in this order, they are the file, byte for byte. */
export interface FrontMatterParts {
  /** The byte order mark and blank lines before the front matter. */
  readonly lead: string;
  /** The opening fence with its line break; empty if there is no front matter. */
  readonly open: string;
  /** The lines between the fences, with their line breaks. */
  readonly header: string;
  /** The closing fence with its line break. */
  readonly close: string;
  /** Everything after it. */
  readonly body: string;
}

/** An anomaly of the fences, by its diagnostic code. */
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
  /** Whether the file has a front matter. */
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
/** `---# Title`: the text should begin on the next line. `----` is a thematic break, not a fence. */
const gluedFence = /^---(?=[^-\s])/;

/**
 * Splits a rule file into front matter and body. Accepts a byte order mark, all kinds of line breaks, blank lines
 * before the opening fence, `...` as the closing fence and text directly after the closing fence. Anomalies are
 * returned, not thrown.
 *
 * If the closing fence is missing, the front matter ends with the last line that can belong to it: a key, a list item,
 * an indented line or a comment.
 */
export function splitFrontMatter(text: string): FrontMatterSplit {
  const reader = new LineReader(text);
  reader.position = text.startsWith("\uFEFF") ? 1 : 0;
  let line = reader.next();
  while (line !== undefined && line.text.trim() === "") line = reader.next();
  if (line === undefined || !openingFence.test(line.text)) return withoutFrontMatter(text);
  const anomalies: FrontMatterAnomaly[] = line.number > 1 ? [{ code: "front-matter/leading-blank", line: line.number }] : [];
  const opened = line;
  const headerLine = opened.number + 1;
  const start = { found: true, lead: text.slice(0, opened.start), open: text.slice(opened.start, opened.end), headerLine };
  let close = reader.next();
  while (close !== undefined && !closingFence.test(close.text) && !gluedFence.test(close.text)) close = reader.next();
  if (close === undefined) {
    const end = endOfUnclosedHeader(text, opened.end);
    anomalies.push({ code: "front-matter/unclosed", line: opened.number });
    const header = text.slice(opened.end, end);
    return { ...start, header, close: "", body: text.slice(end), bodyLine: headerLine + countBreaks(header), anomalies };
  }
  const glued = !closingFence.test(close.text);
  if (glued) anomalies.push({ code: "front-matter/glued-fence", line: close.number });
  const closeEnd = glued ? close.start + 3 : close.end;
  const body = text.slice(closeEnd);
  const bodyLine = glued ? close.number : close.number + 1;
  const second = secondFrontMatter(body);
  if (second !== undefined) anomalies.push({ code: "front-matter/double", line: bodyLine + second });
  const header = text.slice(opened.end, close.start);
  return { ...start, header, close: text.slice(close.start, closeEnd), body, bodyLine, anomalies };
}

/** Joins the parts of a rule file. The reverse of {@link splitFrontMatter}. */
export function joinFrontMatter(parts: FrontMatterParts): string {
  return parts.lead + parts.open + parts.header + parts.close + parts.body;
}

/** Returns the text of the rule: the body without the blank line after the front matter. */
export function extractContent(split: FrontMatterSplit): string {
  return split.body.replace(/^[ \t]*(?:\r\n|\r|\n)/, "");
}

/** Returns the first line break of a text; `\n` if it has none. */
export function detectLineBreak(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

function withoutFrontMatter(text: string): FrontMatterSplit {
  const lead = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const anomalies: FrontMatterAnomaly[] = [];
  const first = /^[^\r\n]*/.exec(text.slice(lead.length))?.[0] ?? "";
  if (/^---\s*\\n/.test(first)) anomalies.push({ code: "front-matter/literal-newlines", line: 1 });
  else if (/^(?:name|description|globs|alwaysApply|inclusion):/.test(first) && /^---[ \t]*$/m.test(text)) {
    anomalies.push({ code: "front-matter/no-opening-fence", line: 1 });
  }
  const none = { found: false, open: "", header: "", close: "", headerLine: 1, bodyLine: 1 };
  return { ...none, lead, body: text.slice(lead.length), anomalies };
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

/** The number of lines before a second front matter in the body; undefined if there is none. */
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
  readonly end: number;
  readonly text: string;
}

/** Reads single lines, so that a long body need not be split. */
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
