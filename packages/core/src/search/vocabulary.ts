import { allowedEdits, canBeSimilar, letterBits, selectSimilarTerms, type SimilarTerm } from "./similar-terms.ts";

/** The terms of an index, with numbers from 0 and the number of documents that contain each. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  /** By number: the terms, including those that no document contains any more. */
  readonly terms: string[] = [];
  readonly #counts: number[] = [];
  /** By length: the numbers of the terms of that length, and the bits of their letters. */
  readonly #lengths: { readonly numbers: number[]; readonly bits: number[] }[] = [];

  /** Returns the number of a term, undefined if no document ever contained it. */
  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  /** Counts documents that contain a term. Returns the number of the term. */
  count(term: string, documents = 1): number {
    const known = this.#numbers.get(term);
    const number = known ?? this.#add(term);
    this.#counts[number] = (this.#counts[number] ?? 0) + documents;
    return number;
  }

  uncount(number: number): void {
    this.#counts[number] = (this.#counts[number] as number) - 1;
  }

  frequencyOf(term: string): number {
    const number = this.#numbers.get(term);
    return number === undefined ? 0 : (this.#counts[number] as number);
  }

  similarTerms(written: string): readonly SimilarTerm[] {
    const allowed = allowedEdits(written);
    return allowed === 0 ? [] : selectSimilarTerms(written, this.#termsLike(written, allowed));
  }

  *#termsLike(written: string, edits: number): Iterable<string> {
    const bits = letterBits(written);
    for (let length = written.length - edits; length <= written.length + edits; length += 1) {
      const bucket = this.#lengths[length];
      for (const [at, other] of bucket?.bits.entries() ?? []) {
        if (!canBeSimilar(bits, other, edits)) continue;
        const number = bucket?.numbers[at] ?? 0;
        if ((this.#counts[number] as number) > 0) yield this.terms[number] ?? "";
      }
    }
  }

  #add(term: string): number {
    const number = this.terms.length;
    const copy = copyOf(term);
    this.terms.push(copy);
    this.#numbers.set(copy, number);
    while (this.#lengths.length <= copy.length) this.#lengths.push({ numbers: [], bits: [] });
    const bucket = this.#lengths[copy.length];
    bucket?.numbers.push(number);
    bucket?.bits.push(letterBits(copy));
    return number;
  }
}

/** Copies a term, because a substring keeps the whole text in memory. V8 copies those below 13 characters itself. */
function copyOf(term: string): string {
  if (term.length < 13) return term;
  return String.fromCharCode(...Array.from({ length: term.length }, (_, index) => term.charCodeAt(index)));
}
