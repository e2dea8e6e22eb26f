import { RuleSearchIndex, type Embedder, type SearchMode } from "@precept/core";
import { expect } from "vitest";
import type { Question } from "./questions.ts";
import { relevanceRules } from "./rules.ts";

/** A question with what a search found. */
export interface Answered {
  readonly question: Question;
  readonly hits: readonly string[];
  readonly bestScore: number;
}

/** Searches the rules for each question. */
export async function answer(
  mode: SearchMode,
  questions: readonly Question[],
  embedder?: Embedder,
): Promise<readonly Answered[]> {
  const index = new RuleSearchIndex({ embedder });
  for (const rule of relevanceRules) index.set({ rule, revision: "1", cursor: rule.id });
  await index.embedPending();
  const answered: Answered[] = [];
  for (const question of questions) {
    const { hits, modeUsed, degraded } = await index.search({ text: question.text, mode });
    expect({ modeUsed, degraded }).toEqual({ modeUsed: mode, degraded: undefined });
    const leg = mode === "dense" ? "dense" : "sparse";
    const scores = hits.map(({ scores: legs }) => legs[leg] ?? 0);
    answered.push({ question, hits: hits.map(({ stored }) => stored.rule.id), bestScore: Math.max(0, ...scores) });
  }
  return answered;
}
