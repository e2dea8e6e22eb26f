import type { MeaningScale } from "../ports/meaning-search.ts";

/** Used for few vectors, which say nothing about the embedder: as models of sentences usually are. */
const usualScale: MeaningScale = { mean: 0.2, deviation: 0.1 };

/** With fewer vectors, the distribution is not measured. */
const minVectors = 12;
/** How many vectors are compared with one another. 64 of 384 dimensions take about a millisecond. */
export const maxSampled = 64;

/** A smaller deviation is rounding: all texts have the same vector, so no cosine says anything. */
const minDeviation = 1e-3;

/** Cosines up to this many deviations above the mean count as chance. Of 10,000 random vectors, 13 have a higher one. */
const chance = 3;
/** How many deviations above the mean count fully. */
const certain = 6;

/** Measures the distribution with vectors of stored rules: at most {@link maxSampled}, spread over all. */
export function measureScale(vectors: readonly Float32Array[]): MeaningScale {
  if (vectors.length < minVectors) return usualScale;
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const [at, left] of vectors.entries()) {
    for (const right of vectors.slice(at + 1, maxSampled)) {
      const cosine = cosineOf(left, right);
      count += 1;
      sum += cosine;
      squares += cosine * cosine;
    }
  }
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}

/** How far a cosine stands out among those between stored rules: 0 as by chance, 1 hardly ever. */
export function confidenceOf(cosine: number, { mean, deviation }: MeaningScale = usualScale): number {
  if (!(deviation >= minDeviation)) return 0;
  const deviations = (cosine - mean) / deviation;
  return Math.max(0, Math.min(1, (deviations - chance) / (certain - chance)));
}

/** The cosine of two vectors of length 1. Other lengths, which an embedder must not return, are limited to -1 and 1. */
function cosineOf(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] as number) * (right[at] as number);
  return clampCosine(sum);
}

/** Rounding errors can make the cosine of equal vectors a little more than 1. Not a number counts as unrelated. */
export function clampCosine(cosine: number): number {
  return Number.isNaN(cosine) ? 0 : Math.max(-1, Math.min(1, cosine));
}
