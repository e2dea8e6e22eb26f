/** Limits how many things happen at a time, per key and in total. */
export class ConcurrencyLimiter {
  readonly #running = new Map<string, number>();
  readonly #maxPerKey: number;
  readonly #max: number;
  #total = 0;

  constructor(maxPerKey: number, max: number) {
    this.#maxPerKey = maxPerKey;
    this.#max = max;
  }

  /** Returns the function that ends it; undefined if there are too many. Without a key, only the total is limited. */
  start(key: string | undefined): (() => void) | undefined {
    const running = key === undefined ? 0 : (this.#running.get(key) ?? 0);
    if ((key !== undefined && running >= this.#maxPerKey) || this.#total >= this.#max) return undefined;
    if (key !== undefined) this.#running.set(key, running + 1);
    this.#total += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.#total -= 1;
      if (key === undefined) return;
      const others = (this.#running.get(key) ?? 1) - 1;
      if (others === 0) this.#running.delete(key);
      else this.#running.set(key, others);
    };
  }
}
