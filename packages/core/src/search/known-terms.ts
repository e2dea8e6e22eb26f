import { pushAll } from "../model/lists.ts";
import { allowedEdits, canBeSimilar, letterBits, selectSimilarTerms, type SimilarTerm } from "./similar-terms.ts";

/** Terms in memory by length, with their letters as bits, to find those that a misspelled one can mean. */
export class KnownTerms {
  readonly #lengths: { readonly terms: string[]; readonly bits: number[] }[] = [];
  #size = 0;

  /** The number of terms. */
  get size(): number {
    return this.#size;
  }

  /** Adds a term that was not added before. */
  add(term: string): void {
    while (this.#lengths.length <= term.length) this.#lengths.push({ terms: [], bits: [] });
    const bucket = this.#lengths[term.length];
    bucket?.terms.push(term);
    bucket?.bits.push(letterBits(term));
    this.#size += 1;
  }

  clear(): void {
    this.#lengths.length = 0;
    this.#size = 0;
  }

  /** Returns all terms that a misspelled one can mean, with the fewest edits first: the nearest ones may not be visible. */
  near(written: string): readonly SimilarTerm[] {
    const edits = allowedEdits(written);
    return edits === 0 ? [] : sortByEdits(written, this.#select(written, edits));
  }

  *#select(written: string, edits: number): Iterable<string> {
    const letters = letterBits(written);
    for (let length = written.length - edits; length <= written.length + edits; length += 1) {
      const { terms = [], bits = [] } = this.#lengths[length] ?? {};
      for (let at = 0; at < terms.length; at += 1) {
        if (canBeSimilar(bits[at] as number, letters, edits)) yield terms[at] ?? "";
      }
    }
  }
}

/** Selects the terms that a misspelled one can mean, with the fewest edits first. */
export function sortByEdits(written: string, terms: Iterable<string>): readonly SimilarTerm[] {
  const similar: SimilarTerm[] = [];
  // One at a time, because otherwise only the nearest ones are selected.
  for (const term of terms) pushAll(similar, selectSimilarTerms(written, [term]));
  return similar.toSorted((left, right) => left.edits - right.edits);
}
