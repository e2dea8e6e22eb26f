import type { LegScores, SearchLeg } from "../model/relevance.ts";
import { compareText } from "../text/compare-text.ts";

/** A candidate of a leg. */
export interface ScoredId {
  readonly id: string;
  readonly score: number;
}

/** The candidates of each leg, in any order, each id once. A leg that was not searched is missing. */
export type LegCandidates = { readonly [Leg in SearchLeg]?: readonly ScoredId[] };

/** A hit without its rule. */
export interface FusedHit {
  readonly id: string;
  /** The sum over the legs of weight / (k + rank). */
  readonly score: number;
  /** The scores of all legs in which the rule is a candidate, including those below the minimum. */
  readonly scores: LegScores;
}

export interface FusionOptions {
  /** The minimum score of each leg. Default: any score above 0. */
  readonly minScores?: LegScores;
  /** How much the ranks of each leg count. Default 1. */
  readonly weights?: LegScores;
}

/** The constant of reciprocal rank fusion, 60 in Cormack et al. (2009): how little the first ranks of a leg differ. */
const rankConstant = 60;

/**
 * Merges the candidates of the legs by reciprocal rank fusion. Candidates below the minimum score of a leg have no rank
 * in it, and do not count in the ranks of others. Candidates with the same score have the same rank.
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
export function fuseLegs(candidates: LegCandidates, { minScores = {}, weights = {} }: FusionOptions = {}): readonly FusedHit[] {
  const fused = new Map<string, number>();
  const scores = new Map<string, LegScores>();
  for (const leg of ["sparse", "dense"] as const) {
    const ranked = (candidates[leg] ?? []).filter(({ score }) => passes(score, minScores[leg])).toSorted(compareHits);
    let rank = 0;
    for (const [index, { id, score }] of ranked.entries()) {
      if (score !== ranked[index - 1]?.score) rank = index + 1;
      fused.set(id, (fused.get(id) ?? 0) + (weights[leg] ?? 1) / (rankConstant + rank));
    }
    for (const { id, score } of candidates[leg] ?? []) scores.set(id, { ...scores.get(id), [leg]: score });
  }
  return Array.from(fused, ([id, score]) => ({ id, score, scores: scores.get(id) ?? {} })).toSorted(compareHits);
}

/** Orders hits: highest score first, then by id (by code point). */
export function compareHits(left: ScoredId, right: ScoredId): number {
  return right.score - left.score || compareText(left.id, right.id);
}

function passes(score: number, minScore: number | undefined): boolean {
  return minScore === undefined ? score > 0 : score >= minScore;
}
