import { compareText, defaultMinScores, type LegScores, type Rule, type SkippedRule } from "@precept/core";

export interface NearMiss {
  readonly rule: Rule;
  readonly scores: LegScores;
  /** Whether it reaches the minimum score, but other rules are more relevant. */
  readonly isOutranked: boolean;
}

/** Returns the skipped rules with scores: first those that reach the minimum, then the others by how near they come to it. */
export function findNearMisses(skipped: readonly SkippedRule[]): readonly NearMiss[] {
  return skipped
    .flatMap(({ rule, reason }): readonly NearMiss[] =>
      reason.kind === "notRelevant" && reason.scores !== undefined
        ? [{ rule, scores: reason.scores, isOutranked: reason.limit === "count" }]
        : [],
    )
    .toSorted(
      (left, right) =>
        Number(right.isOutranked) - Number(left.isOutranked) ||
        nearness(right.scores) - nearness(left.scores) ||
        compareText(left.rule.name, right.rule.name),
    );
}

/** The score of the better leg, relative to the default minimum of that leg. */
function nearness({ sparse = 0, dense = 0 }: LegScores): number {
  return Math.max(sparse / defaultMinScores.sparse, dense / defaultMinScores.dense);
}
