import { stemmer } from "stemmer";

const maxCached = 16_384;
/** V8 copies parts of a text below 13 characters. A longer one in the cache would hold the whole text in memory. */
const maxCachedLength = 12;
const cached = new Map<string, string>();

/**
 * Reduces an English word to its stem (Porter's algorithm), so that `testing` finds `tests`. Other words remain. Words of other languages in Latin
 * letters may lose an ending that looks English, in rules and queries alike.
 *
 * The algorithm is repeated until the stem does not change. A stem is therefore its own stem.
 *
 * @param word in lower case.
 */
export function stemWord(word: string): string {
  if (word.length > maxCachedLength) return computeStem(word);
  const known = cached.get(word);
  if (known !== undefined) return known;
  const stem = computeStem(word);
  if (cached.size >= maxCached) cached.clear();
  cached.set(word, stem);
  return stem;
}

function computeStem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  const stem = stemmer(word);
  return stem === word ? stem : computeStem(stem);
}
