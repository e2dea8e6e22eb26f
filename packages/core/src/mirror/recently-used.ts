interface RecentlyUsedOptions<Entry> {
  readonly maxCost: number;
  readonly costOf: (entry: Entry) => number;
  /** Whether an entry may be removed now. Default: always. */
  readonly isRemovable?: (entry: Entry, key: string) => boolean;
  /** Called with each entry that was removed because of the limit, or because it was not used. */
  readonly onRemove?: (entry: Entry) => void;
}

/** Entries by key. If they exceed a limit together, those that were not used for the longest time are removed first. */
export class RecentlyUsed<Entry> {
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  /** The entries that were used since the last call of `removeUnused`. */
  readonly #used = new Set<Entry>();
  readonly #options: RecentlyUsedOptions<Entry>;

  constructor(options: RecentlyUsedOptions<Entry>) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  values(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** Returns an entry and marks it as used. Creates it if it is missing. */
  use(key: string, create: () => Entry): Entry {
    const entry = this.#entries.get(key) ?? create();
    this.set(key, entry);
    return entry;
  }

  set(key: string, entry: Entry): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#used.add(entry);
  }

  delete(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    if (entry !== undefined) this.#used.delete(entry);
    return entry;
  }

  clear(): void {
    this.#entries.clear();
    this.#used.clear();
  }

  /** Removes entries until the limit holds, first those that exceed it alone, so that they do not displace others. */
  evict(): void {
    const { maxCost, costOf } = this.#options;
    let total = 0;
    for (const entry of this.#entries.values()) total += costOf(entry);
    for (const isTooLarge of [true, false]) {
      for (const [key, entry] of this.#entries) {
        if (total <= maxCost) return;
        const cost = costOf(entry);
        if ((!isTooLarge || cost > maxCost) && this.#remove(key, entry)) total -= cost;
      }
    }
  }

  /** Removes the entries that were not used since the last call. Returns whether a later call may remove more. */
  removeUnused(): boolean {
    let remain = false;
    for (const [key, entry] of this.#entries) {
      if (!this.#used.has(entry)) this.#remove(key, entry);
      else if (this.#isRemovable(key, entry)) remain = this.#used.delete(entry);
    }
    return remain;
  }

  #isRemovable(key: string, entry: Entry): boolean {
    return this.#options.isRemovable?.(entry, key) ?? true;
  }

  #remove(key: string, entry: Entry): boolean {
    if (!this.#isRemovable(key, entry)) return false;
    this.delete(key);
    this.#options.onRemove?.(entry);
    return true;
  }
}
