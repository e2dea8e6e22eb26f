import type { Embedder } from "@precept/core";
import { expect, it } from "vitest";
import { answer } from "./answer.ts";
import { madeEmbedders } from "./made-embedders.ts";
import { measure } from "./measure.ts";
import { questionKinds, relevanceQuestions } from "./questions.ts";
import { openWordVectors } from "./word-vectors.ts";

const byWords = await answer("sparse", relevanceQuestions);

/** The kinds that have answers, with the nDCG@5 by words alone. */
const kinds = questionKinds
  .filter((kind) => kind !== "unanswered")
  .map((kind) => ({ kind, words: measure(byWords.filter(({ question }) => question.kind === kind)).ndcg }));

const wordVectors = await openWordVectors();
const embedders = { ...madeEmbedders, ...(wordVectors !== undefined && { "averaged word vectors": wordVectors }) };

async function compare(embedder: Embedder) {
  const hybrid = await answer("hybrid", relevanceQuestions, embedder);
  return kinds.map(({ kind, words }) => {
    const { ndcg } = measure(hybrid.filter(({ question }) => question.kind === kind));
    return { kind, words, ndcg };
  });
}

it.each(Object.entries(embedders))(
  "with an embedder that is %s, a search finds what words alone find",
  async (name, embedder) => {
    const compared = await compare(embedder);
    if (embedder === wordVectors) console.log(name, compared);
    expect(compared.filter(({ words, ndcg }) => ndcg < words - 0.01)).toEqual([]);
  },
);

it("with a good embedder, a search finds paraphrases that words do not find", async () => {
  const { words = 1, ndcg } = (await compare(madeEmbedders.good)).find(({ kind }) => kind === "paraphrase") ?? {};
  expect(ndcg).toBeGreaterThan(words + 0.2);
});
