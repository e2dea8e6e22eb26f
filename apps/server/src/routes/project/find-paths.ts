import { compareText } from "@precept/core";

/**
 * Finds the paths that contain all words of a text, ignoring case: first those whose file names begin with the last
 * word, then those whose file names contain it, then the others. Shorter ones come first.
 */
export function findPaths(paths: readonly string[], text: string, limit: number): string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const last = words.at(-1) ?? "";
  const rankOf = (path: string): number => {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    return name.startsWith(last) ? 0 : name.includes(last) ? 1 : 2;
  };
  const found = paths.filter((path) => {
    const lower = path.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
  return found
    .map((path) => ({ path, rank: rankOf(path) }))
    .toSorted(
      (left, right) => left.rank - right.rank || left.path.length - right.path.length || compareText(left.path, right.path),
    )
    .slice(0, limit)
    .map(({ path }) => path);
}
