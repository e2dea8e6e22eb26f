import type { Style } from "./style.ts";
import { displayWidth, wrapText } from "./wrap.ts";

/** The length from which words of the last column may be broken, if the table does not fit otherwise. */
const maxLastWord = 24;

/**
 * Lays out rows as a table: columns as wide as their widest cell, two spaces apart; the last column is not padded. In a terminal that is too narrow,
 * cells wrap at spaces. If the words do not fit either, the cells of a row follow each other on indented lines below the first one.
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
  return indent + Math.max(...cell.trim().split(" ").map(displayWidth));
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
  const height = Math.max(...cells.map(({ length }) => length));
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
