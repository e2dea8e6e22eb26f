import { describe, expect, it } from "vitest";
import type { SearchQuery } from "../ports/rule-search.ts";
import { pageHits } from "./page-hits.ts";
import { TopCandidates } from "./top-candidates.ts";

const hitsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${String(at).padStart(2, "0")}`, score: count - at, scores: {} }));
const query = (more: Partial<SearchQuery> = {}): SearchQuery => ({ text: "a", ...more });
const idsOf = (hits: Parameters<typeof pageHits>[0], more: Partial<SearchQuery>) =>
  pageHits(hits, query(more)).hits.map(({ id }) => id);

describe("a page of hits", () => {
  it("has ten hits, unless another limit is set", () => {
    expect(pageHits(hitsOf(11), query())).toMatchObject({ total: 11, cursor: expect.any(String) as string });
    expect(idsOf(hitsOf(11), {})).toHaveLength(10);
    expect(idsOf(hitsOf(11), { limit: 2 })).toEqual(["r00", "r01"]);
  });

  it("has a cursor only if there are more hits", () => {
    expect(pageHits(hitsOf(10), query()).cursor).toBeUndefined();
    expect(pageHits([], query())).toEqual({ hits: [], total: 0 });
    const { cursor = "" } = pageHits(hitsOf(4), query({ limit: 2 }));
    expect(pageHits(hitsOf(4), query({ limit: 2, cursor }))).toMatchObject({ hits: [{ id: "r02" }, { id: "r03" }], total: 4 });
    expect(pageHits(hitsOf(4), query({ limit: 2, cursor })).cursor).toBeUndefined();
  });

  it("continues after the hit of the cursor, or where it would be", () => {
    const hits = hitsOf(4);
    const { cursor = "" } = pageHits(hits, query({ limit: 2 }));
    expect(
      idsOf(
        hits.filter(({ id }) => id !== "r01"),
        { cursor },
      ),
    ).toEqual(["r02", "r03"]);
    expect(idsOf(hits.slice(0, 1), { cursor })).toEqual([]);
    expect(idsOf([...hits.slice(2), { id: "r01", score: 0, scores: {} }], { cursor })).toEqual([]);
    const sameScore = [
      { id: "r00", score: 3, scores: {} },
      { id: "r02", score: 3, scores: {} },
    ];
    expect(idsOf(sameScore, { cursor })).toEqual(["r02"]);
  });

  it.each([0, -1, 1.5, Number.NaN])("cannot have the limit %d", (limit) => {
    expect(() => pageHits([], query({ limit }))).toThrow("Invalid value for limit");
  });

  const others: readonly Partial<SearchQuery>[] = [
    { text: "b" },
    { mode: "sparse" },
    { minScores: { sparse: 0 } },
    { minScores: { dense: 0 } },
    { filter: { scope: "project" } },
  ];
  it.each(others)("rejects a cursor of another query: %j", (other) => {
    const { cursor = "" } = pageHits(hitsOf(11), query());
    expect(() => pageHits(hitsOf(11), query({ ...other, cursor }))).toThrow("Invalid value for cursor");
  });

  it.each(["", "x", ":1:a", "1:1"])("rejects the cursor %j", (cursor) => {
    expect(() => pageHits(hitsOf(11), query({ cursor }))).toThrow("Invalid value for cursor");
  });

  it("accepts a cursor of the same query with another limit, or with fields in another order", () => {
    const filter = { scope: "project", tags: ["a"] } as const;
    const { cursor = "" } = pageHits(hitsOf(11), query({ filter, mode: "hybrid" }));
    const reordered = { tags: filter.tags, target: undefined, scope: filter.scope } as unknown as typeof filter;
    expect(idsOf(hitsOf(11), { filter: reordered, cursor, limit: 1 })).toEqual(["r10"]);
  });
});

describe("the best candidates", () => {
  function selectFrom(scores: readonly number[]) {
    const candidates = new TopCandidates();
    for (const [at, score] of scores.entries()) candidates.add(`r${String(at).padStart(4, "0")}`, score);
    return candidates.finish();
  }

  it.each([
    [999, 999, false],
    [1000, 1000, false],
    [1001, 1000, true],
    [2500, 1000, true],
  ])("of %i are %i; some are missing: %s", (count, selected, isCut) => {
    const result = selectFrom(Array.from({ length: count }, (_, at) => (at * 17) % count));
    expect(result.candidates).toHaveLength(selected);
    expect(result.candidates.map(({ score }) => score)).toEqual(Array.from({ length: selected }, (_, at) => count - 1 - at));
    expect(result.isCut).toBe(isCut);
  });

  it("with the same score are those with the first ids", () => {
    const { candidates, isCut } = selectFrom(Array.from({ length: 1001 }, () => 1));
    expect([candidates.at(0)?.id, candidates.at(-1)?.id, isCut]).toEqual(["r0000", "r0999", true]);
    expect(selectFrom([...Array.from({ length: 1000 }, () => 1), 2]).candidates[0]).toEqual({ id: "r1000", score: 2 });
  });
});
