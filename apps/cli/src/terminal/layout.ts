import { maxOf } from "@precept/core";
import type { Style } from "./text.ts";

/**
 * Lays out rows as a table: columns as wide as their widest cell, two spaces apart; the last column is not padded. In a
 * terminal that is too narrow, cells wrap at spaces. If the words do not fit either, the cells of a row follow each
 * other on indented lines below the first one.
 *
 * @returns a string for each row. A row that wraps has line breaks in it.
 */
export function columns(rows: readonly (readonly string[])[], { width }: Pick<Style, "width">): string[] {
  const widths = widestOf(rows, displayWidth);
  if (width === undefined || totalOf(widths) <= width) return rows.map((row) => layOutLine(row, widths));
  const fitting = shrink(widths, widestOf(rows, longestPiece), width);
  return rows.map((row) => (fitting === undefined ? stackCells(row, width) : wrapCells(row, fitting)));
}

export function viewTable(headings: readonly string[], rows: readonly (readonly string[])[], style: Style): string[] {
  return columns([headings.map(style.dim), ...rows], style);
}

/** Lays out a table, with cells shortened in a terminal that is too narrow: see {@link shortenCells}. */
export function viewShortTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  shortenings: readonly Shortening[],
  style: Style,
): string[] {
  const shown = style.width === undefined ? rows : shortenCells(headings, rows, shortenings, style.width);
  return viewTable(headings, shown, style);
}

export interface Shortening {
  /** The headings of the columns. */
  readonly columns: readonly string[];
  /** The minimum width. */
  readonly min: number;
  readonly where: "end" | "middle";
}

/**
 * Shortens the cells of a table so that each row is one line. Each shortening is used only if the ones before it are
 * not enough.
 *
 * @returns the rows, unchanged if the terminal is too narrow for the minimum widths.
 */
export function shortenCells(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  shortenings: readonly Shortening[],
  width: number,
): readonly (readonly string[])[] {
  let widths: readonly number[] = widestOf([headings, ...rows], displayWidth);
  for (const { columns: shortened, min } of shortenings) {
    const minimum = widths.map((full, at) => (shortened.includes(headings[at] ?? "") ? Math.min(full, min) : full));
    widths = shrink(widths, minimum, Math.max(width, totalOf(minimum))) ?? widths;
  }
  if (totalOf(widths) > width) return rows;
  const ends = headings.map((heading) => shortenings.find((one) => one.columns.includes(heading))?.where);
  return rows.map((row) => row.map((cell, at) => shorten(cell, widths[at] as number, ends[at])));
}

function widestOf(rows: readonly (readonly string[])[], sizeOf: (cell: string) => number): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, sizeOf(cell));
  }
  return widths;
}

/** Returns the width of the longest part of a cell that cannot be broken, including the indentation of the cell. */
function longestPiece(cell: string): number {
  const indent = cell.length - cell.trimStart().length;
  const units = unitsOf(cell.trim());
  const mayBreak = findBreaks(units);
  let [longest, used] = [0, 0];
  for (const [at, { text, width }] of units.entries()) {
    used = text === " " ? 0 : mayBreak[at] === true ? width : used + width;
    longest = Math.max(longest, used);
  }
  return indent + longest;
}

const gap = 2;

function totalOf(widths: readonly number[]): number {
  return widths.reduce((total, one) => total + one + gap, -gap);
}

/** Narrows the widest columns, at most to their minimum, until the table fits. @returns undefined if it cannot fit. */
function shrink(widths: readonly number[], minimum: readonly number[], width: number): readonly number[] | undefined {
  if (totalOf(minimum) > width) return undefined;
  const shrunk = [...widths];
  for (let excess = totalOf(widths) - width; excess > 0; excess -= 1) {
    const candidates = [...shrunk.keys()].filter((at) => (shrunk[at] as number) > (minimum[at] as number));
    const widest = candidates.reduce((left, right) => ((shrunk[right] as number) > (shrunk[left] as number) ? right : left));
    shrunk[widest] = (shrunk[widest] as number) - 1;
  }
  return shrunk;
}

function layOutLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, at) =>
    at === cells.length - 1 ? cell : cell + " ".repeat(Math.max(0, (widths[at] as number) - displayWidth(cell))),
  );
  return padded.join(" ".repeat(gap)).trimEnd();
}

function wrapCells(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, at) => wrapText(cell, widths[at] as number));
  const height = maxOf(cells.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, line) => cells.map((cell) => cell[line] ?? ""));
  return lines.map((line) => layOutLine(line, widths)).join("\n");
}

/** Lays out a row on several lines: the first cell on its own line, the others below it, as many per line as fit. */
function stackCells([first = "", ...others]: readonly string[], width: number): string {
  const margin = " ".repeat((/^ */.exec(first)?.[0].length ?? 0) + gap);
  const lines: string[] = [];
  for (const cell of others.filter((one) => one !== "")) {
    const line = lines.at(-1);
    const joined = `${line} · ${cell}`;
    if (line !== undefined && margin.length + displayWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(cell);
  }
  const below = lines.flatMap((line) => wrapText(line, width - margin.length).map((part) => margin + part));
  return [...wrapText(first, width), ...below].join("\n");
}

export function viewFields(fields: readonly (readonly [name: string, value: string])[], style: Style): string[] {
  return columns(
    fields.map(([name, value]) => [style.dim(name), value]),
    style,
  );
}

/** A character or a colour code. */
interface Unit {
  readonly text: string;
  /** Columns on the screen: 0, 1 or 2. */
  readonly width: number;
  /** The number of the colour code, if it is one. */
  readonly colour?: number;
}

/** How many columns a text takes on the screen. Colour codes take none. */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return widthOfAll(unitsOf(text));
}

/**
 * Breaks a text into lines of at most `width` columns: at spaces if possible, else after a separator of a list or beside
 * an East Asian character. Other words are never broken, even if they are longer than a line, so that paths, patterns
 * and names can be copied. Only spaces at a break are removed. Continuation lines repeat the indentation of the text,
 * plus `hang` spaces; colours continue.
 *
 * @returns at least one line.
 */
export function wrapText(text: string, width: number, hang = 0): readonly string[] {
  if (displayWidth(text) <= width) return [text];
  const units = unitsOf(text);
  const mayBreak = findBreaks(units);
  const firstWord = Math.max(
    0,
    units.findIndex((unit) => unit.text !== " " && unit.colour === undefined),
  );
  const indent = units.slice(0, firstWord).filter((unit) => unit.text === " ").length;
  const margin = " ".repeat(Math.min(indent + hang, Math.floor(width / 2)));
  const lines: Unit[][] = [];
  let start = 0;
  while (start < units.length) {
    const isFirst = lines.length === 0;
    const end = findBreak(units, mayBreak, {
      start,
      firstWord: isFirst ? firstWord : start,
      width: isFirst ? width : width - margin.length,
    });
    lines.push(units.slice(start, end));
    start = end;
    while (units[start]?.text === " ") start += 1;
  }
  return continueColours(lines).map((line, at) => (at === 0 ? line : margin + line));
}

/**
 * Shortens a text without colours to a width, with an ellipsis at its end or in its middle.
 *
 * @param width at least 1.
 */
export function shorten(text: string, width: number, where: "end" | "middle" = "end"): string {
  if (displayWidth(text) <= width) return text;
  const units = unitsOf(text);
  const tail = where === "end" ? [] : takeWidth(units.toReversed(), Math.floor(((width - 1) * 2) / 3)).toReversed();
  const head = takeWidth(units, width - 1 - widthOfAll(tail));
  return [...head, { text: "…" }, ...tail].map((unit) => unit.text).join("");
}

/** Returns the first units that fit in a width. */
function takeWidth(units: readonly Unit[], width: number): readonly Unit[] {
  let used = 0;
  const end = units.findIndex((unit) => (used += unit.width) > width);
  return end === -1 ? units : units.slice(0, end);
}

function widthOfAll(units: readonly Unit[]): number {
  return units.reduce((total, unit) => total + unit.width, 0);
}

/** {@link wrapText} to the width of the terminal. Does nothing if the output is not a terminal. */
export function wrapLine(line: string, { width }: Pick<Style, "width">, hang = 0): readonly string[] {
  return width === undefined ? [line] : wrapText(line, width, hang);
}

/** Wraps the lines of a view, with further lines indented by four spaces. A line may have line breaks in it. */
export function wrapLines(lines: readonly string[], style: Pick<Style, "width">): string[] {
  return lines.flatMap((line) => line.split("\n")).flatMap((line) => wrapLine(line, style, 4));
}

/** Returns for each unit whether a line may end before it inside a word. Words with a slash are paths or patterns. */
function findBreaks(units: readonly Unit[]): readonly boolean[] {
  const mayBreak = units.map(() => false);
  for (let start = 0; start < units.length; start += 1) {
    let end = start;
    while (end < units.length && units[end]?.text !== " ") end += 1;
    const word = units.slice(start, end);
    if (!word.some(({ text }) => text === "/" || text === "\\")) {
      for (const [at, unit] of word.entries()) {
        const before = word[at - 1];
        if (before === undefined || unit.width === 0) continue;
        mayBreak[start + at] = /^[,;|]$/.test(before.text) || before.width === 2 || unit.width === 2;
      }
    }
    start = end;
  }
  return mayBreak;
}

interface LineStart {
  readonly start: number;
  /** The unit after the indentation. The line is not broken before it. */
  readonly firstWord: number;
  readonly width: number;
}

/** Finds the end, exclusive, of the line that begins at `start`. @param mayBreak see {@link findBreaks}. */
function findBreak(units: readonly Unit[], mayBreak: readonly boolean[], { start, firstWord, width }: LineStart): number {
  let used = 0;
  let afterSpace: number | undefined;
  let inWord: number | undefined;
  for (let at = start; at < units.length; at += 1) {
    const unit = units[at];
    if (unit === undefined) break;
    if (at > firstWord && mayBreak[at] === true) inWord = at;
    if (unit.text === " " && at > firstWord) afterSpace = at + 1;
    else if (used + unit.width > width) {
      const end = afterSpace ?? inWord;
      if (end !== undefined) return end;
    }
    used += unit.width;
  }
  return units.length;
}

/** Ends open colours at the end of each line and starts them again in the next. */
function continueColours(lines: readonly (readonly Unit[])[]): readonly string[] {
  let open: readonly number[] = [];
  return lines.map((line) => {
    const opening = open.map(colourCode).join("");
    for (const { colour } of line) if (colour !== undefined) open = openAfter(open, colour);
    const text = line.map((unit) => unit.text).join("");
    const closing = open.toReversed().map((colour) => colourCode(closingOf(colour)));
    return opening + text.trimEnd() + closing.join("");
  });
}

function openAfter(open: readonly number[], colour: number): readonly number[] {
  const isClosing = colour === 22 || colour === 39;
  return isClosing ? open.filter((one) => closingOf(one) !== colour) : [...open, colour];
}

/** Bold and dim are ended by another code than colours. */
function closingOf(colour: number): number {
  return colour < 30 ? 22 : 39;
}

function colourCode(colour: number): string {
  return `\u001B[${colour}m`;
}

function unitsOf(text: string): Unit[] {
  // oxlint-disable-next-line no-control-regex -- only colour codes remain: `printable` escapes other control characters
  const pattern = /\u001B\[(\d+)m|./gsu;
  return Array.from(text.matchAll(pattern), ([unit, colour]) =>
    colour === undefined ? { text: unit, width: widthOf(unit) } : { text: unit, width: 0, colour: Number(colour) },
  );
}

/** Combining characters take no column; East Asian characters and emoji take two. */
function widthOf(character: string): number {
  if (/[ -~]/.test(character)) return 1;
  if (/\p{Mn}/u.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;
