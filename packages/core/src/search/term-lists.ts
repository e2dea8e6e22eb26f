/** The terms of each document, in about two bytes each: differences of sorted numbers, with seven bits per byte. */
export class TermLists {
  #bytes = new Uint8Array(0);
  #size = 0;
  readonly #starts: number[] = [];

  /** Adds the list of the next document. Documents are numbered from 0. */
  add(terms: readonly number[]): void {
    this.#starts.push(this.#size);
    let previous = 0;
    for (const term of terms.toSorted((left, right) => left - right)) {
      this.#push(term - previous);
      previous = term;
    }
  }

  of(document: number): readonly number[] {
    const terms: number[] = [];
    const end = this.#starts[document + 1] ?? this.#size;
    let term = 0;
    for (let at = this.#starts[document] ?? end; at < end;) {
      let shift = 0;
      for (let isLast = false; !isLast; at += 1) {
        const byte = this.#bytes[at] as number;
        term += (byte & 127) << shift;
        shift += 7;
        isLast = byte < 128;
      }
      terms.push(term);
    }
    return terms;
  }

  #push(difference: number): void {
    for (let rest = difference; ; rest >>>= 7) {
      if (this.#size === this.#bytes.length) this.#grow();
      this.#bytes[this.#size] = rest < 128 ? rest : (rest & 127) | 128;
      this.#size += 1;
      if (rest < 128) return;
    }
  }

  #grow(): void {
    const grown = new Uint8Array(Math.max(1_024, Math.ceil(this.#size * 1.25)));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
