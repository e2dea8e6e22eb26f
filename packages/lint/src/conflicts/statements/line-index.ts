/** Where a line is: the number of its rule, and its offset in the text of the rule. */
export interface LineLocation {
  readonly rule: number;
  readonly start: number;
}

/** The numbers of an entry: rule, offset, and the previous entry with the same hash, counted from 1; 0 for none. */
const entrySize = 3;

/** Locations of lines by the hash of a key, 12 bytes each. Other keys can have the same hash: check each found line. */
export class LineIndex {
  #entries = new Uint32Array(entrySize * 1024);
  #count = 0;
  /** One more than the last entry of each hash. */
  readonly #last = new Map<number, number>();

  /** Adds a line, unless it is the last one that was added for this hash. */
  add(hash: number, { rule, start }: LineLocation): void {
    const previous = this.#last.get(hash) ?? 0;
    const at = entrySize * (previous - 1);
    if (previous > 0 && this.#entries[at] === rule && this.#entries[at + 1] === start) return;
    if (entrySize * (this.#count + 1) > this.#entries.length) {
      const larger = new Uint32Array(2 * this.#entries.length);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    this.#entries.set([rule, start, previous], entrySize * this.#count);
    this.#count += 1;
    this.#last.set(hash, this.#count);
  }

  /** The hashes, in the order in which they were first added. */
  hashes(): Iterable<number> {
    return this.#last.keys();
  }

  has(hash: number): boolean {
    return this.#last.has(hash);
  }

  /** The lines of some hashes, for each in the order in which they were added. */
  linesOf(hashes: readonly number[]): readonly LineLocation[] {
    return hashes.flatMap((hash) => {
      const lines: LineLocation[] = [];
      for (let next = this.#last.get(hash) ?? 0; next > 0;) {
        const at = entrySize * (next - 1);
        lines.push({ rule: this.#entries[at] as number, start: this.#entries[at + 1] as number });
        next = this.#entries[at + 2] as number;
      }
      return lines.toReversed();
    });
  }
}
