/** A seeded random generator (mulberry32): the same choices on every machine and in every run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /**
   * Returns one of the values.
   *
   * @throws Error if there are none.
   */
  pick<Value>(values: readonly Value[]): Value {
    if (values.length === 0) throw new Error("Cannot pick from an empty list.");
    return values[this.below(values.length)] as Value;
  }

  /** Returns the values in random order. */
  shuffle<Value>(values: readonly Value[]): readonly Value[] {
    return values
      .map((value) => ({ value, sortKey: this.next() }))
      .toSorted((left, right) => left.sortKey - right.sortKey)
      .map(({ value }) => value);
  }
}
