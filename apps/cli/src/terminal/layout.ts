import { maxOf } from "@precept/core";
import type { Style } from "./text.ts";

/** The length from which words of the last column may be broken, if the table does not fit otherwise. */
const maxLastWord = 24;

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
  const words = widestOf(rows, longestWord);
  const fitting =
    shrink(widths, words, width) ?? shrink(widths, [...words.slice(0, -1), Math.min(words.at(-1) ?? 0, maxLastWord)], width);
  return rows.map((row) => (fitting === undefined ? stackCells(row, width) : wrapCells(row, fitting)));
}

export function viewTable(headings: readonly string[], rows: readonly (readonly string[])[], style: Style): string[] {
  return columns([headings.map(style.dim), ...rows], style);
}

function widestOf(rows: readonly (readonly string[])[], sizeOf: (cell: string) => number): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, sizeOf(cell));
  }
  return widths;
}

/** Returns the width of the longest word of a cell, including the indentation of the cell. */
function longestWord(cell: string): number {
  const indent = cell.length - cell.trimStart().length;
  return indent + maxOf(cell.trim().split(" ").map(displayWidth));
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
    const candidates = [...shrunk.keys()].filter((at) => (shrunk[at] ?? 0) > (minimum[at] ?? 0));
    const widest = candidates.reduce((left, right) => ((shrunk[right] ?? 0) > (shrunk[left] ?? 0) ? right : left));
    shrunk[widest] = (shrunk[widest] ?? 0) - 1;
  }
  return shrunk;
}

function layOutLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, at) =>
    at === cells.length - 1 ? cell : cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(cell))),
  );
  return padded.join(" ".repeat(gap)).trimEnd();
}

function wrapCells(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((cell, at) => wrapText(cell, widths[at] ?? 0));
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
  return unitsOf(text).reduce((total, { width }) => total + width, 0);
}

/**
 * Breaks a text into lines of at most `width` columns: at spaces if possible, else after a separator of a path or list,
 * else between any two characters. Only spaces at a break are removed. Continuation lines repeat the indentation of the
 * text, plus `hang` spaces; colours continue.
 *
 * @returns at least one line.
 */
export function wrapText(text: string, width: number, hang = 0): readonly string[] {
  if (displayWidth(text) <= width) return [text];
  const units = unitsOf(text);
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
    const end = findBreak(units, isFirst ? firstWord : start, start, isFirst ? width : width - margin.length);
    lines.push(units.slice(start, end));
    start = end;
    while (units[start]?.text === " ") start += 1;
  }
  return continueColours(lines).map((line, at) => (at === 0 ? line : margin + line));
}

/** {@link wrapText} to the width of the terminal. Does nothing if the output is not a terminal. */
export function wrapLine(line: string, { width }: Pick<Style, "width">, hang = 0): readonly string[] {
  return width === undefined ? [line] : wrapText(line, width, hang);
}

/** Wraps the lines of a view, with further lines indented by four spaces. A line may have line breaks in it. */
export function wrapLines(lines: readonly string[], style: Pick<Style, "width">): string[] {
  return lines.flatMap((line) => line.split("\n")).flatMap((line) => wrapLine(line, style, 4));
}

/**
 * Finds the end, exclusive, of the line that begins at `start`.
 *
 * @param firstWord the unit after the indentation; the line is not broken before it.
 */
function findBreak(units: readonly Unit[], firstWord: number, start: number, width: number): number {
  let used = 0;
  let afterSpace: number | undefined;
  let afterSeparator: number | undefined;
  for (let at = start; at < units.length; at += 1) {
    const unit = units[at];
    if (unit === undefined) break;
    if (unit.text === " " && at > firstWord) afterSpace = at + 1;
    else if (used + unit.width > width) return afterSpace ?? afterSeparator ?? Math.max(at, start + 1);
    used += unit.width;
    if (at > firstWord && /^[/,;|_-]$/.test(unit.text)) afterSeparator = at + 1;
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
