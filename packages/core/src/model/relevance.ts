/** A kind of score. */
export type SearchLeg = "sparse" | "dense";

/** `sparse`: the weighted part of the query that the rule contains, 0 to 1. `dense`: the cosine similarity, -1 to 1. */
export type LegScores = { readonly [Leg in SearchLeg]?: number };

/** How relevant a rule is to a prompt. */
export interface Relevance {
  readonly scores: LegScores;
  /** Whether the rule applies: it reaches the minimum of a leg, and is one of the most relevant rules. */
  readonly isRelevant: boolean;
  /** Why it is not relevant: its scores are below the minimum, or other rules are more relevant. */
  readonly limit?: "minScore" | "count";
}

/** Describes the scores of a rule as a phrase: `words 0.42, meaning 0.61`. */
export function describeScores({ sparse, dense }: LegScores): string {
  const parts = [
    ...(sparse === undefined ? [] : [`words ${sparse.toFixed(2)}`]),
    ...(dense === undefined ? [] : [`meaning ${dense.toFixed(2)}`]),
  ];
  return parts.join(", ");
}

/**
 * The minimum scores of a rule that answers a question. Rules with lower scores in both legs usually only share some
 * words with it.
 *
 * `sparse` was measured on 60 rules, with 30 questions that none of them answers and 34 that one answers. No unanswered
 * question scores above 0.21. Of the answered ones, 0.22 accepts nearly all that use words of the rule, also
 * misspelled, and few that ask in other words. What is a high cosine depends on the embedder: `dense` suits models such
 * as all-MiniLM-L6-v2.
 */
export const defaultMinScores: Required<LegScores> = { sparse: 0.22, dense: 0.5 };
