import { compareText } from "./compare-text.ts";
import { editDistance } from "./edit-distance.ts";

/**
 * Finds the names most similar to a misspelled one, for "did you mean" hints: those that contain it, and those whose
 * edit distance is at most a third of its length. For a misspelled name of up to three characters, only names with the
 * same first letter count: `foo` does not suggest `roo`. Case does not count.
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
      edits: name.toLowerCase().includes(wanted) && wanted.length > 2 ? 0 : editDistance(wanted, name.toLowerCase(), allowed),
    }))
    .filter(({ name, edits }) => edits <= allowed && (wanted.length > 3 || name.toLowerCase().startsWith(wanted.charAt(0))))
    .toSorted((left, right) => left.edits - right.edits || compareText(left.name, right.name))
    .slice(0, limit)
    .map(({ name }) => name);
}
