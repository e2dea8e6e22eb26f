import type { VectorBlock } from "./vector-cache.ts";

/** The number of ranges of scores that are counted. */
const bins = 8192;

/** The scores of many vectors. Selects the best ones without sorting all: counts the scores in ranges first. */
export class VectorScores {
  readonly #blocks: { readonly numbers: Float64Array; readonly scores: Float64Array }[] = [];
  readonly #counts = new Uint32Array(bins + 1);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ numbers, data, rows }: VectorBlock, vector: Float32Array): void {
    const scores = new Float64Array(rows);
    computeCosines(vector, data, rows, scores);
    const counts = this.#counts;
    for (let row = 0; row < rows; row += 1) {
      const bin = binOf(scores[row] as number);
      counts[bin] = (counts[bin] as number) + 1;
    }
    this.#blocks.push({ numbers: numbers.slice(0, rows), scores });
    this.#count += rows;
  }

  /** The scores of the best vectors, by number: at least `count`, since scores in one range are not sorted. */
  best(count: number): ReadonlyMap<number, number> {
    let lowest = bins;
    for (let found = this.#counts[lowest] as number; found < count && lowest > 0;) {
      lowest -= 1;
      found += this.#counts[lowest] as number;
    }
    const best = new Map<number, number>();
    for (const { numbers, scores } of this.#blocks) {
      for (let row = 0; row < scores.length; row += 1) {
        const score = scores[row] as number;
        if (binOf(score) >= lowest) best.set(numbers[row] as number, score);
      }
    }
    return best;
  }
}

function binOf(score: number): number {
  return Math.floor(((score + 1) / 2) * bins);
}

/**
 * Computes the cosines of a vector and the first rows of a matrix, all of length 1: dot products. One loop with four
 * sums, so that an addition does not wait for the previous one; a function per row takes 1.6 times as long.
 */
export function computeCosines(vector: Float32Array, matrix: Float32Array, rows: number, cosines: Float64Array): void {
  const dim = vector.length;
  const even = dim - (dim % 4);
  for (let row = 0; row < rows; row += 1) {
    let at = row * dim;
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let index = 0; index < even; index += 4, at += 4) {
      first += (vector[index] as number) * (matrix[at] as number);
      second += (vector[index + 1] as number) * (matrix[at + 1] as number);
      third += (vector[index + 2] as number) * (matrix[at + 2] as number);
      fourth += (vector[index + 3] as number) * (matrix[at + 3] as number);
    }
    for (let index = even; index < dim; index += 1, at += 1) first += (vector[index] as number) * (matrix[at] as number);
    const sum = first + second + (third + fourth);
    // Rounding errors can make the cosine of equal vectors a little more than 1.
    cosines[row] = sum > 1 ? 1 : sum < -1 ? -1 : sum;
  }
}
