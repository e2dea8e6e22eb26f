/** A kind of score. */
export type SearchLeg = "sparse" | "dense";

/**
 * `sparse`: for a search, the weighted part of the query that the rule contains; for a relevant rule, how much in the
 * prompt speaks for it; 0 to 1. `dense`: the cosine similarity, -1 to 1.
 */
export type LegScores = { readonly [Leg in SearchLeg]?: number };

/** How relevant a rule is to a prompt. */
export interface Relevance {
  readonly scores: LegScores;
  /** How far the score by meaning stands out for the embedder, 0 to 1. Absent: not compared by meaning. */
  readonly confidence?: number;
  /** The words of the prompt that speak for the rule, as the search reads them; those that say most first. */
  readonly words?: readonly string[];
  /** For a rule near the minimum: words by which prompts about the rule are recognised, and which this one lacks. */
  readonly missing?: readonly string[];
  /** Whether the rule applies: it reaches the minimum of a leg, and is one of the most relevant rules. */
  readonly isRelevant: boolean;
  /** Why it is not relevant: its scores are below the minimum, or other rules are more relevant. */
  readonly limit?: "minScore" | "count";
}

/** How many words that speak for a rule are named. */
const maxWords = 4;

/** Describes the scores of a rule as a phrase: `words 0.42: flaky, retry; meaning 0.61`. */
export function describeScores({ sparse, dense }: LegScores, words: readonly string[] = []): string {
  const named = words.length === 0 ? "" : `: ${words.slice(0, maxWords).join(", ")}`;
  const parts = [
    ...(sparse === undefined ? [] : [`words ${sparse.toFixed(2)}${named}`]),
    ...(dense === undefined ? [] : [`meaning ${dense.toFixed(2)}`]),
  ];
  return parts.join(named === "" ? ", " : "; ");
}

/**
 * The minimum of a rule that applies: of its score by words, or of its confidence by meaning.
 *
 * `sparse` was chosen with the prompts of `private/relevance`: questions alone, in polite sentences and in descriptions
 * of tasks. `confidence` is four standard deviations above the mean cosine of the embedder.
 */
export const defaultMinimum = { sparse: 0.32, confidence: 1 / 3 } as const;
