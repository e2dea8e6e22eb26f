import type { Question } from "./questions.ts";

/** How well a search answers questions. Both are means from 0 to 1. */
export interface Measured {
  readonly questions: number;
  /** The share of the answers that are among the first five hits. */
  readonly recall: number;
  /** The normalised discounted cumulative gain of the first five hits: 1 if the answers come first. */
  readonly ndcg: number;
}

const depth = 5;

/** Compares the hits of questions with their answers. */
export function measure(answered: readonly { readonly question: Question; readonly hits: readonly string[] }[]): Measured {
  return {
    questions: answered.length,
    recall: mean(answered.map(({ question, hits }) => recallOf(hits.slice(0, depth), question.answers))),
    ndcg: mean(answered.map(({ question, hits }) => ndcgOf(hits.slice(0, depth), question.answers))),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function recallOf(hits: readonly string[], answers: readonly string[]): number {
  return answers.filter((id) => hits.includes(id)).length / Math.min(answers.length, depth);
}

function ndcgOf(hits: readonly string[], answers: readonly string[]): number {
  const gain = (ids: readonly string[]) =>
    ids.reduce((sum, id, rank) => sum + (answers.includes(id) ? 1 / Math.log2(rank + 2) : 0), 0);
  return gain(hits) / gain(answers.slice(0, depth));
}
