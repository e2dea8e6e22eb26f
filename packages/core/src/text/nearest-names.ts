import { compareText } from "./compare-text.ts";

/**
 * Finds the names most similar to a misspelled one, for "did you mean" hints: those that contain it, and those whose edit distance is at most a
 * third of its length. For a misspelled name of up to three characters, only names with the same first letter count: `foo` does not suggest `roo`.
 * Case does not count.
 *
 * @param limit the maximum number of names.
 * @returns the names, nearest first, then by code point.
 *
 * @example
 * ```ts
 * import { nearestNames } from "@precept/core";
 *
 * nearestNames("stile", ["style", "testing"]); // ["style"]
 * ```
 */
export function nearestNames(written: string, names: Iterable<string>, limit = 3): readonly string[] {
  const wanted = written.toLowerCase();
  const allowed = Math.max(1, Math.floor(written.length / 3));
  return [...new Set(names)]
    .map((name) => ({
      name,
      edits: name.toLowerCase().includes(wanted) && wanted.length > 2 ? 0 : editDistance(wanted, name.toLowerCase()),
    }))
    .filter(({ name, edits }) => edits <= allowed && (wanted.length > 3 || name.toLowerCase().startsWith(wanted.charAt(0))))
    .toSorted((left, right) => left.edits - right.edits || compareText(left.name, right.name))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** The Damerau–Levenshtein distance: how many insertions, deletions, replacements and swaps of adjacent characters turn one text into the other. */
function editDistance(left: string, right: string): number {
  const rows = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    const above = rows[row - 1] ?? [];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + Number(left[row - 1] !== right[column - 1]);
      const isSwap = row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swapped = isSwap ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : replaced;
      current.push(Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replaced, swapped));
    }
    rows.push(current);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
