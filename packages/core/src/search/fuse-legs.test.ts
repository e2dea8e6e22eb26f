import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filledText } from "../../test/arbitraries.ts";
import { fuseLegs, type LegCandidates } from "./fuse-legs.ts";
import { pageHits } from "./page-hits.ts";
import type { SearchQuery } from "../ports/rule-search.ts";

const idsOf = (candidates: LegCandidates, options?: Parameters<typeof fuseLegs>[1]) =>
  fuseLegs(candidates, options).map(({ id }) => id);

describe("fusion", () => {
  it("prefers rules that both legs found", () => {
    const sparse = [
      { id: "words", score: 0.9 },
      { id: "both", score: 0.2 },
    ];
    const dense = [
      { id: "meaning", score: 0.9 },
      { id: "both", score: 0.5 },
    ];
    expect(idsOf({ sparse, dense })).toEqual(["both", "meaning", "words"]);
    expect(fuseLegs({ sparse, dense })[0]).toEqual({ id: "both", score: 2 / 62, scores: { sparse: 0.2, dense: 0.5 } });
  });

  it("drops candidates below the minimum of their leg before it ranks", () => {
    const sparse = [
      { id: "a", score: 0.5 },
      { id: "b", score: 0.1 },
      { id: "c", score: 0 },
    ];
    const dense = [
      { id: "c", score: 0.9 },
      { id: "b", score: 0.8 },
    ];
    expect(fuseLegs({ sparse, dense }, { minScores: { sparse: 0.2, dense: 0.85 } })).toEqual([
      { id: "a", score: 1 / 61, scores: { sparse: 0.5 } },
      { id: "c", score: 1 / 61, scores: { sparse: 0, dense: 0.9 } },
    ]);
  });

  it("drops scores of 0 and below without a minimum", () => {
    const dense = [
      { id: "a", score: 0 },
      { id: "b", score: -0.5 },
      { id: "c", score: 0.01 },
    ];
    expect(idsOf({ dense })).toEqual(["c"]);
    expect(idsOf({ dense }, { minScores: { dense: -1 } })).toEqual(["c", "a", "b"]);
  });

  it("weighs the legs", () => {
    const candidates = { sparse: [{ id: "words", score: 0.1 }], dense: [{ id: "meaning", score: 0.1 }] };
    expect(idsOf(candidates)).toEqual(["meaning", "words"]);
    expect(idsOf(candidates, { weights: { sparse: 2 } })).toEqual(["words", "meaning"]);
  });

  it("gives rules with the same score the same rank, and orders them by code point", () => {
    const sparse = ["\uff5e", "😀", "b", "a"].map((id) => ({ id, score: 0.5 }));
    const hits = fuseLegs({ sparse });
    expect(hits.map(({ id }) => id)).toEqual(["a", "b", "\uff5e", "😀"]);
    expect(new Set(hits.map(({ score }) => score))).toEqual(new Set([1 / 61]));
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
