/** A seeded random generator: the same numbers on every machine and in every run. */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** Returns the items in random order. */
  shuffle<Item>(items: readonly Item[]): readonly Item[];
  /** Returns true with this probability. */
  chance(probability: number): boolean;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick<Item>(items: readonly Item[]): Item {
      return items[below(items.length)] as Item;
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, sortKey: next() }))
        .toSorted((left, right) => left.sortKey - right.sortKey)
        .map(({ item }) => item),
    chance: (probability) => next() < probability,
  };
}
