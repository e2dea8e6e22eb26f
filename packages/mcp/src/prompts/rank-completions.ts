import { compareText, nearestNames } from "@precept/core";
import { visibleLine } from "@precept/lint";

/** How many names are suggested if none contains the value. */
const maxSimilar = 10;

/**
 * Ranks the names that a user may mean with what they have typed: names that begin with it, then names with a word that
 * begins with it, then names that contain it; if there are none, similar names. Case does not count. Names with hidden
 * characters or line breaks are omitted.
 */
export function rankCompletions(value: string, names: Iterable<string>): readonly string[] {
  const typed = value.toLowerCase();
  const shown = [...new Set(names)].filter((name) => visibleLine(name) === name);
  const ranked = shown.flatMap((name) => {
    const rank = rankOf(name.toLowerCase(), typed);
    return rank === undefined ? [] : [{ name, rank }];
  });
  if (ranked.length === 0) return nearestNames(value, shown, maxSimilar);
  return ranked.toSorted((left, right) => left.rank - right.rank || compareText(left.name, right.name)).map(({ name }) => name);
}

function rankOf(name: string, typed: string): number | undefined {
  const at = name.indexOf(typed);
  if (at === -1) return undefined;
  if (at === 0) return 0;
  const words = name.split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => word.startsWith(typed)) ? 1 : 2;
}
