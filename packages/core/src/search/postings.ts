/** The terms of the documents of an index, and the documents of its terms, in typed arrays: 13 bytes for each term of each document. */
export class Postings {
  /** By posting: its document, its term, its frequency, and the next posting of the same term plus 1. The postings of a document are adjacent. */
  #documents = new Uint32Array(0);
  #terms = new Uint32Array(0);
  #frequencies = new Uint8Array(0);
  #next = new Uint32Array(0);
  #size = 0;
  /** By document: its first posting. */
  #starts: number[] = [];
  /** By term: its newest posting plus 1. */
  #heads: number[] = [];

  /** The number of postings, including those of deleted documents. */
  get size(): number {
    return this.#size;
  }

  /** Adds the terms of the next document. Documents are numbered from 0. */
  addDocument(terms: Iterable<readonly [term: number, frequency: number]>): void {
    const document = this.#starts.length;
    this.#starts.push(this.#size);
    for (const [term, frequency] of terms) {
      if (this.#size === this.#documents.length) this.#grow();
      this.#documents[this.#size] = document;
      this.#terms[this.#size] = term;
      this.#frequencies[this.#size] = frequency;
      this.#next[this.#size] = this.#heads[term] ?? 0;
      this.#size += 1;
      this.#heads[term] = this.#size;
    }
  }

  /** Calls `visit` for each document that contains a term. */
  eachDocument(term: number, visit: (document: number, frequency: number) => void): void {
    for (let next = this.#heads[term] ?? 0; next > 0; next = this.#next[next - 1] ?? 0) {
      visit(this.#documents[next - 1] ?? 0, this.#frequencies[next - 1] ?? 0);
    }
  }

  /** Calls `visit` for each term of a document. */
  eachTerm(document: number, visit: (term: number, frequency: number) => void): void {
    const end = this.#starts[document + 1] ?? this.#size;
    for (let at = this.#starts[document] ?? end; at < end; at += 1) visit(this.#terms[at] ?? 0, this.#frequencies[at] ?? 0);
  }

  #grow(): void {
    const length = Math.max(1_024, Math.ceil(this.#size * 1.25));
    const grown = <Items extends Uint8Array | Uint32Array>(items: Items, larger: Items): Items => {
      larger.set(items);
      return larger;
    };
    this.#documents = grown(this.#documents, new Uint32Array(length));
    this.#terms = grown(this.#terms, new Uint32Array(length));
    this.#frequencies = grown(this.#frequencies, new Uint8Array(length));
    this.#next = grown(this.#next, new Uint32Array(length));
  }
}
