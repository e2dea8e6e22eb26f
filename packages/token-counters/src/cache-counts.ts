export interface CacheCountsOptions {
  /** The maximum total length of the cached texts, in UTF-16 code units. Default 4,194,304, which take 4 to 8 MB. */
  readonly maxCharacters?: number;
}

const defaultMaxCharacters = 4_194_304;

/** A function that counts, with a cache. */
export interface CachedCounts {
  readonly count: (text: string) => number;
  /** Returns the count of a text in the cache; undefined for others. */
  readonly known: (text: string) => number | undefined;
}

/** Caches the counts of texts, by the texts: a map compares them faster than a hash of them could be computed. */
export function cacheCounts(
  count: (text: string) => number,
  { maxCharacters = defaultMaxCharacters }: CacheCountsOptions = {},
): CachedCounts {
  const counts = new Map<string, number>();
  let characters = 0;
  const store = (text: string): number => {
    const counted = count(text);
    if (text.length > maxCharacters / 4) return counted;
    counts.set(text, counted);
    characters += text.length;
    for (const oldest of counts.keys()) {
      if (characters <= maxCharacters) break;
      counts.delete(oldest);
      characters -= oldest.length;
    }
    return counted;
  };
  return { count: (text) => counts.get(text) ?? store(text), known: (text) => counts.get(text) };
}
