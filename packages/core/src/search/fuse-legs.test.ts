import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filledText } from "../../test/arbitraries.ts";
import { fuseLegs, type LegCandidates } from "./fuse-legs.ts";
import { pageHits } from "./page-hits.ts";
import type { SearchQuery } from "../ports/rule-search.ts";

const idsOf = (candidates: LegCandidates, options?: Parameters<typeof fuseLegs>[1]) =>
  fuseLegs(candidates, options).map(({ id }) => id);

describe("fusion", () => {
  it("adds what stands out by meaning to the score by words", () => {
    const sparse = [
      { id: "words", score: 0.4 },
      { id: "both", score: 0.2 },
    ];
    const dense = [
      { id: "meaning", score: 0.9, confidence: 1 },
      { id: "both", score: 0.5, confidence: 0.8 },
      { id: "near", score: 0.45, confidence: 0 },
    ];
    expect(fuseLegs({ sparse, dense })).toEqual([
      { id: "both", score: 0.2 + 0.35 * 0.8, scores: { sparse: 0.2, dense: 0.5 }, confidence: 0.8 },
      { id: "words", score: 0.4, scores: { sparse: 0.4 } },
      { id: "meaning", score: 0.35 + 0.0009, scores: { dense: 0.9 }, confidence: 1 },
      { id: "near", score: expect.closeTo(0.00045) as number, scores: { dense: 0.45 }, confidence: 0 },
    ]);
  });

  it("never puts a rule that only meaning finds before a strong match by words, whatever the embedder returns", () => {
    const anyScore = fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(1, -1, 0));
    const anyDense = fc.array(fc.tuple(anyScore, fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.double({ min: 0.352, max: 1, noNaN: true }), anyDense, (score, dense) => {
        const found = dense.map(([cosine, confidence], at) => ({ id: `${at}`, score: cosine, confidence }));
        expect(idsOf({ sparse: [{ id: "words", score }], dense: found })[0]).toBe("words");
      }),
    );
  });

  it("does not count a leg below its minimum", () => {
    const sparse = [
      { id: "a", score: 0.5 },
      { id: "b", score: 0.1 },
      { id: "c", score: 0 },
    ];
    const dense = [
      { id: "c", score: 0.9, confidence: 1 },
      { id: "b", score: 0.8, confidence: 1 },
    ];
    expect(fuseLegs({ sparse, dense }, { minScores: { sparse: 0.2, dense: 0.85 } })).toEqual([
      { id: "a", score: 0.5, scores: { sparse: 0.5 } },
      { id: "c", score: 0.35 + 0.0009, scores: { sparse: 0, dense: 0.9 }, confidence: 1 },
    ]);
  });

  it("drops scores of 0 and below without a minimum, and orders by cosine where none stands out", () => {
    const dense = [
      { id: "a", score: 0 },
      { id: "b", score: -0.5 },
      { id: "c", score: 0.01 },
      { id: "d", score: 0.02 },
    ];
    expect(idsOf({ dense })).toEqual(["d", "c"]);
    expect(idsOf({ dense }, { minScores: { dense: -1 } })).toEqual(["d", "c", "a", "b"]);
  });

  it("orders rules with the same score by code point", () => {
    const sparse = ["\uff5e", "😀", "b", "a"].map((id) => ({ id, score: 0.5 }));
    expect(idsOf({ sparse })).toEqual(["a", "b", "\uff5e", "😀"]);
  });
});

const query: SearchQuery = { text: "a" };
const anyLeg = fc.uniqueArray(fc.record({ id: filledText, score: fc.constantFrom(0.1, 0.2, 0.5, 0.9) }), {
  selector: ({ id }) => id,
  maxLength: 20,
});
const anyHits = fc.record({ sparse: anyLeg, dense: anyLeg }).map((candidates) => fuseLegs(candidates));

function listPages(hits: ReturnType<typeof fuseLegs>, limit: number) {
  const pages = [pageHits(hits, { ...query, limit })];
  for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
    pages.push(pageHits(hits, { ...query, limit, cursor }));
  }
  return pages;
}

describe("pages", () => {
  it("have all hits together, in order", () => {
    fc.assert(
      fc.property(anyHits, fc.integer({ min: 1, max: 7 }), (hits, limit) => {
        const pages = listPages(hits, limit);
        expect(pages.flatMap((page) => page.hits)).toEqual(hits);
        for (const page of pages) expect(page.total).toBe(hits.length);
      }),
    );
  });

  it("continue where a deleted hit would be", () => {
    fc.assert(
      fc.property(anyHits, fc.integer({ min: 1, max: 7 }), (hits, limit) => {
        const { cursor } = pageHits(hits, { ...query, limit });
        fc.pre(cursor !== undefined);
        const fewer = hits.toSpliced(limit - 1, 1);
        expect(pageHits(fewer, { ...query, limit: 100, cursor: cursor ?? "" }).hits).toEqual(hits.slice(limit));
      }),
    );
  });

  it.each<[string, Partial<SearchQuery>]>([
    ["text", { text: "b" }],
    ["mode", { mode: "sparse" }],
    ["filter", { filter: { scope: "user" } }],
    ["minimum score", { minScores: { sparse: 0.3 } }],
    ["form of cursor", { cursor: "not a cursor" }],
  ])("refuse a cursor of a query with another %s", (_, change) => {
    const hits = fuseLegs({ sparse: ["a", "b"].map((id) => ({ id, score: 0.5 })) });
    const { cursor = "" } = pageHits(hits, { ...query, limit: 1 });
    expect(() => pageHits(hits, { ...query, cursor, ...change })).toThrow(
      expect.objectContaining({ code: "OPTION_VALUE_INVALID" }),
    );
  });

  it("accept a cursor if the fields of the filter are in another order", () => {
    const hits = fuseLegs({ sparse: ["a", "b"].map((id) => ({ id, score: 0.5 })) });
    const { cursor = "" } = pageHits(hits, { text: "a", limit: 1, filter: { scope: "user", name: "x" } });
    const next = pageHits(hits, { text: "a", cursor, mode: "hybrid", filter: { name: "x", scope: "user" } });
    expect(next.hits.map(({ id }) => id)).toEqual(["b"]);
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity])("refuse the limit %s", (limit) => {
    expect(() => pageHits([], { ...query, limit })).toThrow(expect.objectContaining({ code: "OPTION_VALUE_INVALID" }));
  });
});
