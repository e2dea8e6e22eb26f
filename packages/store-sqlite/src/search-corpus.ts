import { selectSimilarTerms, allowedEdits, type SimilarTerm, type SparseCorpus } from "@precept/core";
import type { Driver } from "./driver.ts";

/** The size of the index. */
interface CorpusState {
  readonly position: number;
  readonly documents: number;
  readonly length: number;
}

const readState = "SELECT position, documents, length FROM search_state";
const countDocuments = "SELECT count(*) AS count FROM search_index WHERE search_index MATCH ?";
const maxCached = 10_000;

/** A count with the position of the index at which it was counted. */
interface CachedCount {
  readonly position: number;
  readonly count: number;
}

/**
 * What weights of queries depend on, read from the index. Counts of documents are cached until one in a hundred documents may have changed, since SQLite
 * counts a frequent term by reading all its postings.
 */
export class SearchCorpus {
  readonly #counts = new Map<string, CachedCount>();

  /** Reads the state of the index. Use the result in the same snapshot. */
  read(driver: Driver): SparseCorpus & { readonly averageLength: number } {
    const state = driver.get(readState) as CorpusState;
    const frequencyOf = (term: string): number => this.#frequencyOf(driver, state, term);
    return {
      documents: state.documents,
      averageLength: state.length / Math.max(1, state.documents),
      frequencyOf,
      similarTerms: (term) => findSimilarTerms(driver, term, frequencyOf),
    };
  }

  #frequencyOf(driver: Driver, { position, documents }: CorpusState, term: string): number {
    const cached = this.#counts.get(term);
    if (cached !== undefined && Math.abs(position - cached.position) <= Math.floor(documents / 100)) return cached.count;
    const { count } = driver.get(countDocuments, quoteTerm(term)) as { readonly count: number };
    if (this.#counts.size >= maxCached) this.#counts.clear();
    this.#counts.set(term, { position, count });
    return count;
  }
}

/** A term as an FTS5 string. Terms never contain quotes. */
export function quoteTerm(term: string): string {
  return `"${term}"`;
}

const termsByLength = "SELECT term FROM search_terms WHERE length(term) BETWEEN ? AND ?";

/** The nearest terms of the vocabulary that some document still contains. */
function findSimilarTerms(driver: Driver, written: string, frequencyOf: (term: string) => number): readonly SimilarTerm[] {
  const edits = allowedEdits(written);
  if (edits === 0) return [];
  const rows = driver.all(termsByLength, written.length - edits, written.length + edits) as readonly { readonly term: string }[];
  let terms = rows.map(({ term }) => term);
  for (;;) {
    const similar = selectSimilarTerms(written, terms);
    const unused = new Set(similar.filter(({ term }) => frequencyOf(term) === 0).map(({ term }) => term));
    if (unused.size === 0) return similar;
    terms = terms.filter((term) => !unused.has(term));
  }
}
