import { pushAll, allowedEdits, selectSimilarTerms, type SimilarTerm } from "@precept/core";
import type { Driver } from "./driver.ts";

/** The maximum number of terms in memory. */
const maxTerms = 200_000;

interface TermRow {
  readonly number: number;
  readonly term: string;
}

const newTerms = "SELECT number, term FROM search_terms WHERE number > ? ORDER BY number LIMIT ?";
const termsByLength = "SELECT term FROM search_terms WHERE length(term) BETWEEN ? AND ?";

/** The terms of a file in memory, to correct the spelling of queries. May contain terms of deleted rules. */
export class Vocabulary {
  /** By length: terms, and for each the bits of its letters. */
  readonly #lengths: { readonly terms: string[]; readonly bits: number[] }[] = [];
  #last = 0;
  #count = 0;

  /** Returns possible corrections of a misspelled term, nearest first. */
  termsNear(driver: Driver, written: string): readonly SimilarTerm[] {
    const edits = allowedEdits(written);
    if (edits === 0) return [];
    const similar: SimilarTerm[] = [];
    // One at a time, because the nearest ones of all may not be visible.
    for (const term of this.#termsLike(driver, written, edits)) pushAll(similar, selectSimilarTerms(written, [term]));
    return similar.toSorted((left, right) => left.edits - right.edits);
  }

  #termsLike(driver: Driver, written: string, edits: number): Iterable<string> {
    const [from, to] = [written.length - edits, written.length + edits];
    this.#read(driver);
    if (this.#count >= maxTerms) return (driver.all(termsByLength, from, to) as readonly TermRow[]).map(({ term }) => term);
    return this.#select(from, to, lettersOf(written), 2 * edits);
  }

  /** @param maxBits an edit changes two letters at most. */
  *#select(from: number, to: number, letters: number, maxBits: number): Iterable<string> {
    for (let length = from; length <= to; length += 1) {
      const { terms = [], bits = [] } = this.#lengths[length] ?? {};
      for (let at = 0; at < terms.length; at += 1) {
        if (countBits((bits[at] as number) ^ letters) <= maxBits) yield terms[at] ?? "";
      }
    }
  }

  #read(driver: Driver): void {
    if (this.#count >= maxTerms) return;
    const rows = driver.all(newTerms, this.#last, maxTerms - this.#count) as readonly TermRow[];
    for (const { term } of rows) {
      while (this.#lengths.length <= term.length) this.#lengths.push({ terms: [], bits: [] });
      const bucket = this.#lengths[term.length];
      bucket?.terms.push(term);
      bucket?.bits.push(lettersOf(term));
    }
    this.#last = rows.at(-1)?.number ?? this.#last;
    this.#count += rows.length;
    if (this.#count >= maxTerms) this.#lengths.length = 0;
  }
}

/** The letters of a term as a set of 32 bits. */
function lettersOf(term: string): number {
  let bits = 0;
  for (let index = 0; index < term.length; index += 1) bits |= 1 << (term.charCodeAt(index) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count += 1;
  return count;
}
