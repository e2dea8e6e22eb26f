/** A posting holds the number of a document in 24 bits, and a frequency in 8. */
const maxDocuments = 2 ** 24;

/** The documents that contain each term: linked lists with 8 bytes for each posting. The first is 1; 0 ends a list. */
export class Postings {
  /** By posting: its document and frequency, then the term's next posting. Adjacent because a search reads both. */
  #cells = new Uint32Array(0);
  size = 0;
  readonly #first: number[] = [];

  /** @param frequency from 1 to 255. */
  add(term: number, document: number, frequency: number): void {
    if (document >= maxDocuments) throw new RangeError(`An index in memory has at most ${maxDocuments} documents.`);
    const at = 2 * this.size;
    if (at === this.#cells.length) {
      const grown = new Uint32Array(2 * Math.max(1_024, Math.ceil(this.size * 1.25)));
      grown.set(this.#cells);
      this.#cells = grown;
    }
    this.#cells[at] = document * 256 + frequency;
    this.#cells[at + 1] = this.firstOf(term);
    this.size += 1;
    this.#first[term] = this.size;
  }

  firstOf(term: number): number {
    return this.#first[term] ?? 0;
  }

  next(posting: number): number {
    return this.#cells[2 * posting - 1] as number;
  }

  documentOf(posting: number): number {
    return (this.#cells[2 * posting - 2] as number) >>> 8;
  }

  frequencyOf(posting: number): number {
    return (this.#cells[2 * posting - 2] as number) & 255;
  }
}
