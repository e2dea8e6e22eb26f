/** A line of a difference. */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Above this product of line counts, a difference is shown as all old and all new lines: it would take too long. */
const maxCells = 4_000_000;

/** Compares two texts line by line, by their longest common subsequence. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, young] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < young.length - start && old.at(-1 - end) === young.at(-1 - end)) end += 1;
  const middle = diffMiddle(old.slice(start, old.length - end), young.slice(start, young.length - end));
  const same = (lines: readonly string[]): readonly DiffLine[] => lines.map((text) => ({ kind: "same", text }));
  return [...same(old.slice(0, start)), ...middle, ...same(end === 0 ? [] : old.slice(-end))];
}

function diffMiddle(old: readonly string[], young: readonly string[]): readonly DiffLine[] {
  const removed = old.map((text): DiffLine => ({ kind: "removed", text }));
  const added = young.map((text): DiffLine => ({ kind: "added", text }));
  if (old.length === 0 || young.length === 0 || old.length * young.length > maxCells) return [...removed, ...added];
  const width = young.length + 1;
  // The length of the longest common subsequence of the rests, for each pair of positions.
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = young.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row] === young[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < young.length) {
    const text = old[row] ?? "";
    if (row < old.length && column < young.length && text === young[column]) {
      lines.push({ kind: "same", text });
      row += 1;
      column += 1;
    } else if (row < old.length && (column === young.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: "removed", text });
      row += 1;
    } else {
      lines.push({ kind: "added", text: young[column] ?? "" });
      column += 1;
    }
  }
  return lines;
}
