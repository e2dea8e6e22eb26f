import type { Region } from "./region.ts";

interface Row {
  readonly end: number;
  readonly length: number;
  /** How many backticks of it may open a span: a backslash in front takes the first one's meaning away. */
  readonly opening: number;
}

/** Finds the code spans of a paragraph: each ends with as many backticks as it begins with. */
export function findSpans(text: string, [from, to]: Region): readonly Region[] {
  const rows = Array.from(text.slice(from, to).matchAll(/`+/g), ({ 0: { length }, index }): Row => {
    const start = from + index;
    return { end: start + length, length, opening: isEscaped(text, start) ? length - 1 : length };
  });
  const spans: Region[] = [];
  const ends = endsByLength(rows);
  for (let at = 0; at < rows.length; at += 1) {
    const { end = 0, opening = 0 } = rows[at] ?? {};
    const candidates = ends.get(opening) ?? [];
    while ((candidates.at(-1) ?? rows.length) <= at) candidates.pop();
    const close = candidates.at(-1);
    if (close === undefined) continue;
    spans.push([end - opening, rows[close]?.end ?? end]);
    at = close;
  }
  return spans;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

/** The positions of the rows of each length, the last one first. */
function endsByLength(rows: readonly Row[]): ReadonlyMap<number, number[]> {
  const ends = new Map<number, number[]>();
  for (const [at, { length }] of [...rows.entries()].toReversed()) {
    const positions = ends.get(length);
    if (positions === undefined) ends.set(length, [at]);
    else positions.push(at);
  }
  return ends;
}
