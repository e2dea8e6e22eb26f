import { describe, expect, it } from "vitest";
import { clampCosine, confidenceOf, measureScale } from "./meaning-scale.ts";

/** Vectors of length 1 at angles, in degrees. */
const at = (angles: readonly number[]): readonly Float32Array[] =>
  angles.map((angle) => Float32Array.of(Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)));

describe("the distribution of cosines", () => {
  it("is measured between the vectors", () => {
    const { mean, deviation } = measureScale(at([...Array.from({ length: 8 }, () => 0), ...Array.from({ length: 8 }, () => 90)]));
    // 2 × 28 pairs are equal, and 64 at a right angle.
    expect(mean).toBeCloseTo(56 / 120);
    expect(deviation).toBeCloseTo(Math.sqrt((56 / 120) * (64 / 120)));
  });

  it("is the scale of usual models if there are few vectors", () => {
    expect(measureScale(at([0, 10, 20]))).toEqual(measureScale([]));
  });
});

describe("confidence", () => {
  it.each([
    [0.4, 0],
    [0.5, 0],
    [0.65, 0.5],
    [0.8, 1],
    [1, 1],
  ])("by a cosine of %d where others have 0.2 ± 0.1 is %d", (cosine, confidence) => {
    expect(confidenceOf(cosine, { mean: 0.2, deviation: 0.1 })).toBeCloseTo(confidence);
  });

  it("is 0 if all texts have the same vector, or the distribution is not a number", () => {
    expect(confidenceOf(1, measureScale(at(Array.from({ length: 20 }, () => 45))))).toBe(0);
    expect(confidenceOf(1, { mean: Number.NaN, deviation: Number.NaN })).toBe(0);
  });

  it.each([
    [1e9, 1],
    [-1e9, -1],
    [Number.POSITIVE_INFINITY, 1],
    [Number.NaN, 0],
  ])("reads a cosine of %d as %d", (value, cosine) => {
    expect(clampCosine(value)).toBe(cosine);
  });
});
