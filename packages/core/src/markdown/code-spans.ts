/** A range of a text: the offset of its start, and the offset after its end. */
export type Region = readonly [start: number, end: number];

interface BacktickRun {
  readonly end: number;
  readonly length: number;
  /** How many of its backticks can open a span: one less if a backslash escapes the first. */
  readonly opening: number;
}

/** Finds the code spans of a paragraph. A span ends with as many backticks as it begins with. */
export function findSpans(text: string, [from, to]: Region): readonly Region[] {
  const runs = Array.from(text.slice(from, to).matchAll(/`+/g), ({ 0: { length }, index }): BacktickRun => {
    const start = from + index;
    return { end: start + length, length, opening: isEscaped(text, start) ? length - 1 : length };
  });
  const spans: Region[] = [];
  const ends = endsByLength(runs);
  for (let at = 0; at < runs.length; at += 1) {
    const { end = 0, opening = 0 } = runs[at] ?? {};
    const candidates = ends.get(opening) ?? [];
    while ((candidates.at(-1) ?? runs.length) <= at) candidates.pop();
    const close = candidates.at(-1);
    if (close === undefined) continue;
    spans.push([end - opening, runs[close]?.end ?? end]);
    at = close;
  }
  return spans;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

/** The indexes of the runs of each length, last first. */
function endsByLength(runs: readonly BacktickRun[]): ReadonlyMap<number, number[]> {
  return Map.groupBy([...runs.keys()].toReversed(), (at) => runs[at]?.length ?? 0);
}
