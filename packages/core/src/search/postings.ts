/** A posting of 32 bits holds the number of a document in 24 bits, and a frequency in 8. */
const maxDocuments = 2 ** 24;

/**
 * Which documents contain a term, in typed arrays of 8 bytes for each term of each document. The postings of a term are a linked list, so that one can
 * be added without moving others. Postings have numbers from 1; 0 ends a list.
 */
export class Postings {
  #entries = new Uint32Array(0);
  #next = new Uint32Array(0);
  #size = 0;
  /** By term: its first posting. */
  readonly #first: number[] = [];

  /** The number of postings. */
  get size(): number {
    return this.#size;
  }

  /** @param frequency from 1 to 255. */
  add(term: number, document: number, frequency: number): void {
    if (document >= maxDocuments) throw new RangeError(`An index in memory has at most ${maxDocuments} documents.`);
    if (this.#size === this.#entries.length) {
      const length = Math.max(1_024, Math.ceil(this.#size * 1.25));
      this.#entries = copyTo(new Uint32Array(length), this.#entries);
      this.#next = copyTo(new Uint32Array(length), this.#next);
    }
    this.#entries[this.#size] = document * 256 + frequency;
    this.#next[this.#size] = this.firstOf(term);
    this.#size += 1;
    this.#first[term] = this.#size;
  }

  firstOf(term: number): number {
    return this.#first[term] ?? 0;
  }

  next(posting: number): number {
    return this.#next[posting - 1] ?? 0;
  }

  documentOf(posting: number): number {
    return (this.#entries[posting - 1] ?? 0) >>> 8;
  }

  frequencyOf(posting: number): number {
    return (this.#entries[posting - 1] ?? 0) & 255;
  }
}

function copyTo(target: Uint32Array<ArrayBuffer>, source: Uint32Array): Uint32Array<ArrayBuffer> {
  target.set(source);
  return target;
}
