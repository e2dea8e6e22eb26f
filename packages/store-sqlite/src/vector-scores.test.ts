import { describe, expect, it } from "vitest";
import { computeCosines, VectorScores } from "./vector-scores.ts";

describe("cosines", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("of vectors with %i dimensions are the sums of all products", (dim) => {
    const vector = Float32Array.from({ length: dim }, (_, at) => (at + 1) / 64);
    const rows = Float32Array.from({ length: dim * 3 }, (_, at) => ((at % 5) - 2) / 16);
    const cosines = new Float64Array(3);
    computeCosines(vector, rows, 2, cosines);
    const sumOf = (row: number) => vector.reduce((sum, value, at) => sum + value * (rows[row * dim + at] as number), 0);
    // The third row is beyond the number of rows.
    expect([...cosines]).toEqual([sumOf(0), sumOf(1), 0]);
  });

  it("are never more than 1 or less than -1", () => {
    const cosines = new Float64Array(4);
    computeCosines(Float32Array.of(1.5), Float32Array.of(1, -1, 0.5, -0.5), 4, cosines);
    expect([...cosines]).toEqual([1, -1, 0.75, -0.75]);
  });
});

describe("the best scores", () => {
  /** Scores of the given cosines, numbered from 1, in blocks of two with room for a third row. */
  function scoresOf(cosines: readonly number[]): VectorScores {
    const scores = new VectorScores();
    for (let at = 0; at < cosines.length; at += 2) {
      const data = Float32Array.from(cosines.slice(at, at + 2));
      const numbers = Float64Array.of(at + 1, at + 2, 99);
      scores.add({ numbers, data, rows: data.length }, Float32Array.of(1));
    }
    return scores;
  }

  it.each([
    [0, []],
    [1, [2]],
    [2, [2, 4]],
    [3, [2, 4, 3]],
    [4, [2, 4, 3, 5]],
    [5, [2, 4, 3, 5, 1]],
    [6, [2, 4, 3, 5, 1]],
  ])("%i of five", (count, expected) => {
    const scores = scoresOf([-1, 0.9, 0, 0.5, -0.5]);
    expect(scores.count).toBe(5);
    const best = [...scores.best(count)].toSorted(([, a], [, b]) => b - a);
    expect(best.map(([number]) => number)).toEqual(expected);
  });

  it("include all scores that are too close to each other to differ", () => {
    const scores = scoresOf([0.5, 0.500_01, 0.4]);
    expect([...scores.best(1)].map(([number]) => number)).toEqual([1, 2]);
    expect(scores.best(1).get(1)).toBeCloseTo(0.5, 6);
  });

  it("include the highest possible score", () => {
    expect([...scoresOf([1, 0.99, 1]).best(1).keys()]).toEqual([1, 3]);
  });
});
