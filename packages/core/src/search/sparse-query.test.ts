import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../test/arbitraries.ts";
import { selectSimilarTerms } from "./similar-terms.ts";
import type { SparseCorpus } from "./sparse-corpus.ts";
import { planSparseQuery, saturate } from "./sparse-query.ts";

function corpusOf(documents: number, frequencies: Readonly<Record<string, number>>): SparseCorpus {
  const known = new Map(Object.entries(frequencies));
  return {
    documents,
    frequencyOf: (term) => known.get(term) ?? 0,
    similarTerms: (term) => selectSimilarTerms(term, known.keys()),
  };
}

function weightsOf(text: string, corpus: SparseCorpus): Readonly<Record<string, number>> {
  return Object.fromEntries(planSparseQuery(text, corpus).terms.map(({ terms, weight }) => [terms.join("|"), weight]));
}

describe("weights", () => {
  const corpus = corpusOf(1_000, { rare: 1, common: 900, the: 900, migrat: 3, cach: 5, cash: 5, snakecas: 2, snake: 9, case: 9 });

  it("are 1 together if all terms are rare", () => {
    const { rare = 0, cach = 0, migrat = 0 } = weightsOf("rare cache migrations", corpus);
    expect(rare + cach + migrat).toBeCloseTo(1);
    expect(rare).toBeGreaterThan(migrat);
    expect(migrat).toBeGreaterThan(cach);
  });

  const known = corpusOf(1_000, { rare: 1, common: 900, the: 900, cach: 3, migrat: 3, kebabca: 2, kebab: 9, case: 9 });
  it.each([
    ["a rare and a common term", "rare common", { rare: 0.8555, common: 0.0139 }],
    ["a function word", "the rare", { the: 0.0014, rare: 0.8555 }],
    ["a known identifier and its parts", "kebab-case", { case: 0.2187, kebab: 0.2187, kebabca: 0.5627 }],
    ["one correction", "migxrat", { migrat: 0.7 }],
    ["two corrections", "migxratx", { migrat: 0.5 }],
    ["a misspelled ending", "migratoin", { migrat: 0.7 }],
    ["a synonym", "redis", { cach: 0.5 }],
    ["an unknown term", "zebra rare", { "": 0, rare: 0.4611 }],
    ["unknown characters", "中文字 rare", { "": 0, rare: 0.4611 }],
    ["an unknown word of Thai", "กขคง rare", { "": 0, rare: 0.562 }],
  ])("of a query with %s", (_, text, weights) => {
    const rounded = Object.entries(weightsOf(text, known)).map(([terms, weight]) => [terms, Number(weight.toFixed(4))]);
    expect(Object.fromEntries(rounded)).toEqual(weights);
  });

  it("of known terms are lower if other terms are unknown", () => {
    const { rare: alone = 0 } = weightsOf("rare", corpus);
    const { rare: withOthers = 0 } = weightsOf("rare xylophone zeppelin", corpus);
    expect(withOthers).toBeLessThan(alone / 2);
  });

  it("of function words are a tenth of those of other words", () => {
    const { common = 0, the = 0 } = weightsOf("common the", corpus);
    expect(the).toBeCloseTo(common / 10);
  });

  it("of a repeated term count once", () => {
    expect(weightsOf("rare rare rare", corpus)).toEqual(weightsOf("rare", corpus));
  });

  it("of the parts of a known identifier are halved", () => {
    const { snakecas: whole = 0, snake: part = 0 } = weightsOf("snakeCase", corpus);
    const { snake: alone = 0, snakecas: other = 0 } = weightsOf("snake snakecase", corpus);
    expect(part / whole).toBeCloseTo(alone / other / 2);
  });

  it("do not include an unknown identifier whose parts are terms too", () => {
    expect(weightsOf("rareCache", corpus)).toEqual(weightsOf("rare cache", corpus));
  });

  it("of corrected terms are lower, with all nearest terms", () => {
    expect(weightsOf("casch", corpus)).toEqual({ "cach|cash": expect.any(Number) as number });
    expect(weightsOf("migratoin", corpus)["migrat"]).toBeLessThan(weightsOf("migration", corpus)["migrat"] ?? 0);
  });

  it("are not computed for corrections of more than 16 unknown terms", () => {
    const unknown = (count: number) =>
      Array.from({ length: count }, (_, at) => `xqzw${String.fromCharCode(97 + at)}vvv`).join(" ");
    expect(weightsOf(`${unknown(15)} migratoin`, corpus)).toHaveProperty("migrat");
    expect(weightsOf(`${unknown(16)} migratoin`, corpus)).not.toHaveProperty("migrat");
  });
});

describe("required terms", () => {
  const corpus = corpusOf(20_000, { rare: 1_000, common: 1_001, oftn: 15_000 });

  it.each([
    ["rare common", ["rare"]],
    ["common oftn", ["common", "oftn"]],
    ["rare", ["rare"]],
    ["xylophone", []],
  ])("of %s are %j: terms of at most 5% of the rules, if there are any", (text, required) => {
    expect(planSparseQuery(text, corpus).required).toEqual(required);
  });

  it("include all terms of a small store", () => {
    expect(planSparseQuery("alpha beta", corpusOf(400, { alpha: 400, beta: 1 })).required).toEqual(["alpha", "beta"]);
  });
});

it("the highest possible score of a short query is at most 1, for any text", () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(50)), (text, counts) => {
      const corpus: SparseCorpus = { documents: 50, frequencyOf: (term) => counts[term.length] ?? 0, similarTerms: () => [] };
      const { terms } = planSparseQuery(text, corpus);
      fc.pre(terms.length <= 16);
      const sum = terms.reduce((total, { weight }) => total + weight, 0);
      expect(sum).toBeLessThanOrEqual(1 + 1e-9);
    }),
    { numRuns: 300 },
  );
});

it("a term counts more if it is repeated and if the rule is short, up to 1", () => {
  expect(saturate(2, 100, 100)).toBeGreaterThan(saturate(1, 100, 100));
  expect(saturate(1, 50, 100)).toBeGreaterThan(saturate(1, 100, 100));
  expect(saturate(255, 255, 1_000)).toBeLessThan(1);
});
