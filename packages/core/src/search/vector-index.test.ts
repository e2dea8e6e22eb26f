import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxCandidates } from "./top-candidates.ts";
import { VectorIndex } from "./vector-index.ts";

const embedder = { id: "test:a", dim: 3 };
const idsOf = ({ candidates }: ReturnType<VectorIndex["search"]>) => candidates.map(({ id }) => id);

function unit(...values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

describe("a search by vector", () => {
  it("returns the nearest documents first, with their cosine", () => {
    const index = new VectorIndex(embedder);
    index.set("far", unit(-1, 0, 0), embedder.id);
    index.set("near", unit(1, 0.1, 0), embedder.id);
    index.set("same", unit(1, 0, 0), embedder.id);
    const { candidates } = index.search(unit(1, 0, 0), embedder.id);
    expect(candidates.map(({ id }) => id)).toEqual(["same", "near", "far"]);
    expect(candidates[0]?.score).toBe(1);
    expect(candidates[2]?.score).toBe(-1);
  });

  it.each([
    ["another embedder", unit(1, 0, 0), "test:b"],
    ["other dimensions", unit(1, 0), embedder.id],
  ])("refuses vectors of %s", (_, vector, id) => {
    const index = new VectorIndex(embedder);
    const failure = expect.objectContaining({ code: "EMBEDDER_FAILED" }) as Error;
    expect(() => index.set("a", vector, id)).toThrow(failure);
    expect(() => index.search(vector, id)).toThrow(failure);
    expect(index.size).toBe(0);
  });

  it("returns the nearest documents up to a maximum, and says so", () => {
    const index = new VectorIndex(embedder);
    for (let at = 0; at <= maxCandidates; at += 1) index.set(`r${at}`, unit(1, at, 0), embedder.id);
    const { candidates, isCut } = index.search(unit(1, 0, 0), embedder.id);
    expect(isCut).toBe(true);
    expect(candidates).toHaveLength(maxCandidates);
    expect(candidates.some(({ id }) => id === `r${maxCandidates}`)).toBe(false);
  });
});

const vector = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 }));
const write = fc.record({ id: fc.constantFrom("a", "b", "c", "d", "e"), values: fc.option(vector) });

describe("for any vectors", () => {
  it("an index after writes and deletions answers like a new index with the same vectors, in any order", () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 30 }), vector, fc.constantFrom("", "a", "bd"), (writes, query, excluded) => {
        const changed = new VectorIndex(embedder);
        const vectors = new Map<string, Float32Array>();
        const wrongAnswers: string[] = [];
        for (const { id, values } of writes) {
          const existed = vectors.delete(id);
          if (values !== null) {
            changed.set(id, unit(...values), embedder.id);
            vectors.set(id, unit(...values));
          } else if (changed.delete(id) !== existed) wrongAnswers.push(id);
        }
        const fresh = new VectorIndex(embedder);
        for (const [id, values] of [...vectors].toReversed()) fresh.set(id, values, embedder.id);
        const passes = (id: string) => !excluded.includes(id);
        const found = changed.search(unit(...query), embedder.id, passes);
        expect(found).toEqual(fresh.search(unit(...query), embedder.id, passes));
        expect(wrongAnswers).toEqual([]);
        expect(new Set(idsOf(found))).toEqual(new Set([...vectors.keys()].filter(passes)));
      }),
    );
  });
});
