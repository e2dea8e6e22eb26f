import { computeCosines } from "./cosine.ts";
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

  /**
   * The scores of the best vectors, by the numbers of the vectors.
   *
   * @param count the minimum number. There can be more, because scores in one range are not sorted.
   */
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
