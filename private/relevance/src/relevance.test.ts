import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, type Answered } from "./answer.ts";
import { measure, type Measured } from "./measure.ts";
import { openModel } from "./open-model.ts";
import { questionKinds, relevanceQuestions, type QuestionKind } from "./questions.ts";
import { relevanceRules } from "./rules.ts";

/** Prints the measures by kind and overall, and returns them. */
function report(mode: string, answered: readonly Answered[]): Readonly<Record<QuestionKind | "all", Measured>> {
  const withAnswers = answered.filter(({ question }) => question.answers.length > 0);
  const kinds = questionKinds.map((kind) => [kind, measure(answered.filter(({ question }) => question.kind === kind))] as const);
  const measures = [...kinds, ["all", measure(withAnswers)] as const];
  for (const [kind, { questions, recall, ndcg }] of measures) {
    const best = answered.filter(({ question }) => question.kind === kind).map(({ bestScore }) => bestScore);
    const range = best.length === 0 ? "" : `best scores ${Math.min(...best).toFixed(2)} to ${Math.max(...best).toFixed(2)}`;
    const quality = kind === "unanswered" ? " ".repeat(26) : `recall@5 ${recall.toFixed(3)} nDCG@5 ${ndcg.toFixed(3)}`;
    console.log(`${mode.padEnd(7)} ${kind.padEnd(11)} ${String(questions).padStart(2)} questions  ${quality}  ${range}`);
  }
  return Object.fromEntries(measures) as Record<QuestionKind | "all", Measured>;
}

describe("the set", () => {
  it("has rules for all answers", () => {
    const ids = new Set(relevanceRules.map(({ id }) => id));
    expect(relevanceQuestions.flatMap(({ answers }) => answers).filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe(60);
    expect(relevanceQuestions).toHaveLength(40);
  });
});

describe("a search by words", () => {
  let answered: readonly Answered[] = [];
  beforeAll(async () => {
    answered = await answer("sparse", relevanceQuestions);
  });

  it("finds the answers among the first five hits", () => {
    const measured = report("sparse", answered);
    expect(measured.all.recall).toBeGreaterThanOrEqual(0.85);
    expect(measured.all.ndcg).toBeGreaterThanOrEqual(0.85);
    const worded = (["exact", "identifier", "typo", "unspaced"] as const).map((kind) => ({ kind, ...measured[kind] }));
    expect(worded.filter(({ recall, ndcg }) => recall < 0.95 || ndcg < 0.9)).toEqual([]);
    expect(measured.paraphrase.recall).toBeGreaterThanOrEqual(0.6);
  });
});

const model = openModel();

describe.skipIf(model === undefined)("with the model of PRECEPT_MODEL_DIR", () => {
  afterAll(async () => {
    await model?.[Symbol.asyncDispose]();
  });

  // What a model finds depends on the model, so its measures are printed, and not compared with a minimum.
  it.each(["dense", "hybrid"] as const)("a %s search has hits for all questions", async (mode) => {
    const answered = await answer(mode, relevanceQuestions, model);
    report(mode, answered);
    expect(answered.filter(({ hits }) => hits.length === 0)).toEqual([]);
  });
});
