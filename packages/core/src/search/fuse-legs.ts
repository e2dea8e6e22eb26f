import type { LegScores, SearchLeg } from "../model/relevance.ts";
import { compareText } from "../text/compare-text.ts";
import { confidenceOf } from "./meaning-scale.ts";

/** A candidate of a leg. */
export interface ScoredId {
  readonly id: string;
  readonly score: number;
}

/** A candidate by meaning. */
export interface DenseCandidate extends ScoredId {
  /** How far its cosine stands out for its embedder, 0 to 1. Default: as for models of sentences. */
  readonly confidence?: number | undefined;
}

/** The candidates of each leg, in any order, each id once. A leg that was not searched is missing. */
export interface LegCandidates {
  readonly sparse?: readonly ScoredId[];
  readonly dense?: readonly DenseCandidate[];
}

/** A hit without its rule. */
export interface FusedHit {
  readonly id: string;
  readonly score: number;
  /** The scores of all legs in which the rule is a candidate, including those below the minimum. */
  readonly scores: LegScores;
  /** How far the cosine stands out, 0 to 1. Absent: the rule is no candidate by meaning. */
  readonly confidence?: number;
}

export interface FusionOptions {
  /** The minimum score of each leg. Default: any score above 0. */
  readonly minScores?: LegScores | undefined;
}

/** How much meaning can add to the score by words: less than a strong match by words, which therefore stays ahead. */
export const meaningWeight = 0.35;

/** Orders rules that only meaning finds, behind all that words find. */
const meaningOnlyWeight = 1e-3;

/**
 * Merges the candidates of the legs: the score by words, plus {@link meaningWeight} times the confidence by meaning.
 * Candidates below the minimum score of a leg do not count in it. Not by ranks: the first rank says nothing about how
 * sure a leg is, and a weak embedder would then push out what words find.
 *
 * @returns the hits, highest score first, then by id (by code point).
 *
 * @example
 * ```ts
 * import { fuseLegs } from "@precept/core";
 *
 * fuseLegs({ sparse: [{ id: "a", score: 0.7 }], dense: [{ id: "b", score: 0.9 }, { id: "a", score: 0.8 }] }); // a, b
 * ```
 */
export function fuseLegs(
  { sparse = [], dense = [] }: LegCandidates,
  { minScores = {} }: FusionOptions = {},
): readonly FusedHit[] {
  const scores = new Map<string, LegScores>();
  const fused = new Map<string, number>();
  const confidences = new Map<string, number>();
  for (const { id, score } of sparse) {
    scores.set(id, { sparse: score });
    if (passes(score, minScores.sparse)) fused.set(id, score);
  }
  for (const { id, score, confidence = confidenceOf(score) } of dense) {
    scores.set(id, { ...scores.get(id), dense: score });
    confidences.set(id, confidence);
    if (passes(score, minScores.dense)) {
      fused.set(id, meaningWeight * confidence + (fused.get(id) ?? meaningOnlyWeight * score));
    }
  }
  return Array.from(fused, ([id, score]): FusedHit => {
    const confidence = confidences.get(id);
    return { id, score, scores: scores.get(id) ?? {}, ...(confidence !== undefined && { confidence }) };
  }).toSorted(compareHits);
}

/** Orders hits: highest score first, then by id (by code point). */
export function compareHits(left: ScoredId, right: ScoredId): number {
  return right.score - left.score || compareText(left.id, right.id);
}

/** Whether a score reaches the minimum of its leg. */
function passes(score: number, minScore: LegScores[SearchLeg]): boolean {
  return minScore === undefined ? score > 0 : score >= minScore;
}
