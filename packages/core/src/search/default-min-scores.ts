import type { LegScores } from "../model/relevance.ts";

/** The minimum scores of a rule that answers a question. Rules with lower scores in both legs usually only share some words with it. */
export const defaultMinScores: Required<LegScores> = { sparse: 0.25, dense: 0.5 };
