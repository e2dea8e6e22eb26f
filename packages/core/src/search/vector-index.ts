import { PreceptError } from "../model/error.ts";
import type { EmbedderInfo } from "../ports/embedder.ts";
import type { PassesId } from "./sparse-index.ts";
import type { MeaningScale } from "../ports/meaning-search.ts";
import { clampCosine, maxSampled, measureScale } from "./meaning-scale.ts";
import { TopCandidates, type LegResult } from "./top-candidates.ts";

/** The vectors of one embedder in one typed array. A search compares the query with all that pass the filter. */
export class VectorIndex {
  readonly #embedder: Pick<EmbedderInfo, "id" | "dim">;
  readonly #rows = new Map<string, number>();
  readonly #ids: string[] = [];
  #vectors = new Float32Array(0);
  #measured: { readonly scale: MeaningScale; readonly size: number } | undefined;

  constructor(embedder: Pick<EmbedderInfo, "id" | "dim">) {
    this.#embedder = embedder;
  }

  get size(): number {
    return this.#ids.length;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  /** Adds or replaces a vector of length 1. Throws `EMBEDDER_FAILED` if its embedder or dimensions differ. */
  set(id: string, vector: Float32Array, embedderId: string): void {
    this.#assertComparable(vector, embedderId);
    const { dim } = this.#embedder;
    const row = this.#rows.get(id) ?? this.#ids.length;
    if ((row + 1) * dim > this.#vectors.length) {
      const grown = new Float32Array(Math.max(16, Math.ceil((row + 1) * 1.25)) * dim);
      grown.set(this.#vectors);
      this.#vectors = grown;
    }
    this.#vectors.set(vector, row * dim);
    this.#rows.set(id, row);
    this.#ids[row] = id;
  }

  delete(id: string): boolean {
    const row = this.#rows.get(id);
    if (row === undefined) return false;
    const { dim } = this.#embedder;
    const lastId = this.#ids.pop() ?? id;
    this.#rows.delete(id);
    if (lastId === id) return true;
    // The last vector fills the gap.
    this.#vectors.copyWithin(row * dim, this.#ids.length * dim, (this.#ids.length + 1) * dim);
    this.#ids[row] = lastId;
    this.#rows.set(lastId, row);
    return true;
  }

  /** The distribution of the cosines between the vectors. Measured again after their number has changed by a quarter. */
  get scale(): MeaningScale {
    if (this.#measured === undefined || Math.abs(this.size - this.#measured.size) > this.#measured.size / 4) {
      this.#measured = { scale: measureScale(this.#sample()), size: this.size };
    }
    return this.#measured.scale;
  }

  /** Finds the documents nearest to a query, with the cosine of the vectors, from -1 to 1. Throws as {@link set}. */
  search(query: Float32Array, embedderId: string, passes: PassesId = () => true): LegResult {
    this.#assertComparable(query, embedderId);
    const top = new TopCandidates();
    for (const [row, id] of this.#ids.entries()) {
      if (passes(id)) top.add(id, clampCosine(this.#dotProduct(query, row)));
    }
    return top.finish();
  }

  /** Vectors spread over all. */
  #sample(): readonly Float32Array[] {
    const { dim } = this.#embedder;
    const length = Math.min(this.size, maxSampled);
    return Array.from({ length }, (_, at) => {
      const row = Math.floor((at * this.size) / length);
      return this.#vectors.subarray(row * dim, (row + 1) * dim);
    });
  }

  #dotProduct(query: Float32Array, row: number): number {
    const { dim } = this.#embedder;
    const vectors = this.#vectors;
    const start = row * dim;
    let sum = 0;
    for (let at = 0; at < dim; at += 1) sum += (query[at] as number) * (vectors[start + at] as number);
    return sum;
  }

  #assertComparable(vector: Float32Array, embedderId: string): void {
    const { id, dim } = this.#embedder;
    if (embedderId !== id)
      throw new PreceptError("EMBEDDER_FAILED", { embedder: embedderId, reason: `the vectors are of "${id}"` });
    if (vector.length !== dim) {
      const reason = `it returned a vector of ${vector.length} dimensions instead of ${dim}`;
      throw new PreceptError("EMBEDDER_FAILED", { embedder: embedderId, reason });
    }
  }
}
