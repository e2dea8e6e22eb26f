import type { Tenant } from "../model/tenant.ts";
import type { Cancellable } from "./cancellable.ts";

/** The distribution of the cosines between stored rules, of one embedder. What is a high cosine depends on it. */
export interface MeaningScale {
  readonly mean: number;
  /** The standard deviation. */
  readonly deviation: number;
}

/** A text to find rules for. */
export interface MeaningQuery {
  readonly vector: Float32Array;
  /** The id of the embedder of the vector. Only its vectors are compared. */
  readonly embedder: string;
  /** Only rules that this tenant sees are compared. */
  readonly tenant: Tenant;
  /** The maximum number of candidates. */
  readonly limit: number;
}

/** A rule with a similar meaning. */
export interface MeaningCandidate {
  readonly id: string;
  /** The revision of the rule whose text was compared. */
  readonly revision: string;
  /** The cosine. */
  readonly score: number;
}

export interface MeaningResult {
  /** The nearest rules, highest score first. */
  readonly candidates: readonly MeaningCandidate[];
  /** How cosines between the rules of the tenant are distributed. Default: as for models of sentences. */
  readonly scale?: MeaningScale | undefined;
  /** Whether all rules of the store had vectors recently. */
  readonly isComplete: boolean;
}

/**
 * Finds rules of a store by meaning, for example in a vector database. It is beside the store and not part of it: what it
 * returns may be old, so callers compare revisions, and take the rules themselves from the store.
 */
export interface MeaningSearch {
  /** The id of the store. */
  readonly store: string;
  /** Finds rules. Their scores depend only on the rules that the tenant sees. */
  search(query: MeaningQuery, options?: Cancellable): Promise<MeaningResult>;
}
