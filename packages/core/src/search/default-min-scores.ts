import type { LegScores } from "../model/relevance.ts";

/**
 * The minimum scores of a rule that answers a question. Rules with lower scores in both legs usually only share some words with it.
 *
 * `sparse` was measured on 60 rules, with 30 questions that none of them answers and 34 that one answers. No unanswered question scores above 0.21. Of
 * the answered ones, 0.22 accepts nearly all that use words of the rule, also misspelled, and few that ask in other words. What is a high cosine depends on
 * the embedder: `dense` suits models such as all-MiniLM-L6-v2.
 */
export const defaultMinScores: Required<LegScores> = { sparse: 0.22, dense: 0.5 };
