import { maxSampled, measureScale, type MeaningScale } from "@precept/core";
import type { Driver } from "./driver.ts";
import { vectorOf, type VectorSpace } from "./vector-cache.ts";

interface Measured {
  readonly scale: MeaningScale;
  /** The number of vectors when it was measured. */
  readonly vectors: number;
}

const countVectors = "SELECT vectors FROM search_embedders WHERE embedder = ?";

/** Vectors spread over the numbers of all: each is the first one from a number on. */
const sampleVectors = `
WITH range AS (SELECT embedder, min(vector) AS low, max(vector) AS high FROM search_vectors WHERE embedder = ?)
SELECT data FROM search_vectors WHERE vector IN (
  SELECT (
    SELECT min(v.vector) FROM search_vectors v
    WHERE v.embedder = range.embedder AND v.vector >= range.low + (range.high - range.low) * step.value / ${maxSampled}
  )
  FROM range, json_each(?) step
)`;

/** How the cosines between the rules of a file are distributed, by embedder. Read from the vectors of the file. */
export class MeaningScales {
  readonly #measured = new Map<number, Measured>();

  /** Measures when it is first read, and again after the number of vectors has changed by a quarter. */
  read(driver: Driver, { embedder, dim }: VectorSpace): MeaningScale {
    const { vectors } = driver.get(countVectors, embedder) as { readonly vectors: number };
    const known = this.#measured.get(embedder);
    if (known !== undefined && Math.abs(vectors - known.vectors) <= known.vectors / 4) return known.scale;
    const steps = JSON.stringify(Array.from({ length: maxSampled }, (_, step) => step));
    const rows = driver.all(sampleVectors, embedder, steps) as readonly { readonly data: Uint8Array }[];
    const scale = measureScale(rows.map(({ data }) => vectorOf(data, dim)));
    this.#measured.set(embedder, { scale, vectors });
    return scale;
  }
}
