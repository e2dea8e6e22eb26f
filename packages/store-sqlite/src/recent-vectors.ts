import type { Driver } from "./driver.ts";
import { readVector } from "./vector-blob.ts";
import type { VectorSpace } from "./vector-cache.ts";

/** The maximum number of vectors to hold: 12 MB with 384 dimensions. */
const maxVectors = 8192;

const readData = "SELECT v.vector, v.data FROM json_each(?) j CROSS JOIN search_vectors v ON v.vector = j.value";

/**
 * The vectors that small searches used last. Most of them are those of rules that many tenants see, so they are read
 * again and again, and SQLite needs longer to read a vector than it takes to compare it. The number of a vector never
 * gets another one, so a vector in memory is never out of date.
 */
export class RecentVectors {
  /** By number, least recently used first. */
  readonly #vectors = new Map<number, Float32Array>();

  /**
   * Returns the vectors with these numbers, read from the file if they are not in memory. Numbers that do not exist are
   * missing from the result.
   */
  read(driver: Driver, { dim }: VectorSpace, numbers: readonly number[]): ReadonlyMap<number, Float32Array> {
    const found = new Map<number, Float32Array>();
    const missing: number[] = [];
    for (const number of numbers) {
      const vector = this.#vectors.get(number);
      if (vector === undefined) missing.push(number);
      else found.set(number, vector);
    }
    for (const row of missing.length === 0 ? [] : driver.all(readData, JSON.stringify(missing))) {
      const { vector: number, data } = row as { readonly vector: number; readonly data: Uint8Array };
      const vector = new Float32Array(dim);
      readVector(data, vector, 0);
      found.set(number, vector);
    }
    this.#remember(found);
    return found;
  }

  clear(): void {
    this.#vectors.clear();
  }

  #remember(used: ReadonlyMap<number, Float32Array>): void {
    for (const [number, vector] of used) {
      // Moves it to the end.
      this.#vectors.delete(number);
      this.#vectors.set(number, vector);
    }
    for (const oldest of this.#vectors.keys()) {
      if (this.#vectors.size <= maxVectors) return;
      this.#vectors.delete(oldest);
    }
  }
}
