import type { WordData } from "../ports/searched-rules.ts";
import { allowedEdits, canBeSimilar, letterBits, selectSimilarTerms, type SimilarTerm } from "./similar-terms.ts";
import { SparseIndex, type PassesId, type WordIndex } from "./sparse-index.ts";
import type { SparseCorpus } from "./sparse-corpus.ts";
import type { SparseQuery } from "./sparse-query.ts";
import type { LegResult } from "./top-candidates.ts";
import { decodePostings, findTerm } from "./word-data.ts";

/** An index of words that were stored. The postings of a term are decoded when a query needs them. */
export class StoredWords implements WordIndex {
  readonly #data: WordData;
  /** The documents, and the terms that were decoded. */
  readonly #index: SparseIndex;
  readonly #decoded = new Set<string>();

  constructor(data: WordData) {
    this.#data = data;
    this.#index = SparseIndex.ofDocuments(data.ids, data.lengths);
  }

  get size(): number {
    return this.#data.ids.length;
  }

  get totalLength(): number {
    return this.#index.totalLength;
  }

  get corpus(): SparseCorpus {
    return {
      documents: this.size,
      frequencyOf: (term) => {
        this.#decode(term);
        return this.#index.corpus.frequencyOf(term);
      },
      similarTerms: (term) => this.#similarTerms(term),
    };
  }

  searchPlanned(query: SparseQuery, averageLength: number, passes?: PassesId): LegResult {
    for (const { terms } of query.terms) for (const term of terms) this.#decode(term);
    return this.#index.searchPlanned(query, averageLength, passes);
  }

  #decode(term: string): void {
    if (this.#decoded.has(term)) return;
    this.#decoded.add(term);
    const number = findTerm(this.#data, term);
    if (number !== undefined) this.#index.addTerm(term, decodePostings(this.#data, number));
  }

  #similarTerms(written: string): readonly SimilarTerm[] {
    const edits = allowedEdits(written);
    if (edits === 0) return [];
    const bits = letterBits(written);
    const near = this.#data.terms.filter(
      (term) => Math.abs(term.length - written.length) <= edits && canBeSimilar(bits, letterBits(term), edits),
    );
    return selectSimilarTerms(written, near);
  }
}
