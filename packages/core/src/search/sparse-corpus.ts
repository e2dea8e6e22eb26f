import type { SimilarTerm } from "./similar-terms.ts";

/** What the weights of a query depend on. */
export interface SparseCorpus {
  /** The number of rules. */
  readonly documents: number;
  /** The number of rules that contain a term. */
  frequencyOf(term: string): number;
  /** The terms that are probably meant by one that no rule contains. */
  similarTerms(term: string): readonly SimilarTerm[];
}
