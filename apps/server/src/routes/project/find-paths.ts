import { setImmediate } from "node:timers/promises";
import { compareText, firstSorted } from "@precept/core";

/** How many paths are compared before other requests are served. */
const lot = 10_000;

interface Found {
  readonly path: string;
  /** Lower ranks come first. */
  readonly rank: number;
}

/**
 * Finds the paths that contain all words of a text, ignoring case: first those whose file names begin with the last
 * word, then those whose file names contain it, then the others. Shorter ones come first.
 *
 * @param signal ends the search early, with the paths that are found until then.
 */
export async function findPaths(
  paths: readonly string[],
  text: string,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  // Most paths of a large project can contain a short text, so only the first of them are kept and sorted.
  let best: readonly Found[] = [];
  for (let start = 0; start < paths.length; start += lot) {
    if (start > 0) await setImmediate();
    if (signal?.aborted === true) break;
    const found = paths.slice(start, start + lot).flatMap((path): readonly Found[] => {
      const lower = path.toLowerCase();
      return words.every((word) => lower.includes(word)) ? [{ path, rank: rankOf(lower, words.at(-1) ?? "") }] : [];
    });
    best = firstSorted([...best, ...found], limit, compare);
  }
  return best.map(({ path }) => path);
}

function rankOf(path: string, word: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.startsWith(word) ? 0 : name.includes(word) ? 1 : 2;
}

function compare(left: Found, right: Found): number {
  return left.rank - right.rank || left.path.length - right.path.length || compareText(left.path, right.path);
}
