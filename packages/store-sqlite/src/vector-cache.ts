import type { Driver } from "./driver.ts";
import { readVector } from "./vector-blob.ts";

/** Vectors of an embedder in memory. `numbers[row]` is the number of the vector in `data[row * dim]`. */
export interface VectorBlock {
  readonly numbers: Float64Array;
  readonly data: Float32Array;
  rows: number;
}

/** An embedder of the file. */
export interface VectorSpace {
  readonly embedder: number;
  readonly dim: number;
}

const blockRows = 4096;
const chunkRows = 512;

interface VectorRow {
  readonly vector: number;
  readonly data: Uint8Array;
}

const nextVectors = `
SELECT vector, data FROM search_vectors NOT INDEXED WHERE embedder = ? AND vector > ? ORDER BY vector LIMIT ${chunkRows}`;

const countVectors = "SELECT vectors FROM search_embedders WHERE embedder = ?";

/**
 * The vectors of a file in memory, for searches that compare all of them: SQLite needs three times as long to read a
 * vector as it takes to compare it. Vectors of deleted and changed rules remain until they are a quarter of the cache,
 * so its users have to check each vector that they use.
 */
export class VectorCache {
  readonly #maxBytes: number;
  #blocks: VectorBlock[] = [];
  #space: VectorSpace | undefined;
  #last = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Calls a function with all vectors of an embedder, in blocks. Reads those that are new since the last call, or all
   * of them with each call if the cache is too small. The blocks change with the next call.
   */
  eachBlock(driver: Driver, space: VectorSpace, visit: (block: VectorBlock) => void): void {
    const { vectors: count } = driver.get(countVectors, space.embedder) as { readonly vectors: number };
    if (count * space.dim * 4 > this.#maxBytes) {
      this.clear();
      this.#stream(driver, space, visit);
      return;
    }
    if (this.#space?.embedder !== space.embedder || this.#rows() > Math.max(blockRows, count * 1.25)) this.clear();
    this.#space = space;
    this.#read(driver, space);
    for (const block of this.#blocks) visit(block);
  }

  clear(): void {
    this.#blocks = [];
    this.#space = undefined;
    this.#last = 0;
  }

  #rows(): number {
    return this.#blocks.reduce((sum, { rows }) => sum + rows, 0);
  }

  #read(driver: Driver, space: VectorSpace): void {
    for (;;) {
      const rows = readChunk(driver, space, this.#last);
      for (const row of rows) {
        let block = this.#blocks.at(-1);
        if (block === undefined || block.rows === blockRows) this.#blocks.push((block = createBlock(blockRows, space.dim)));
        addRow(block, row, space.dim);
      }
      this.#last = rows.at(-1)?.vector ?? this.#last;
      if (rows.length < chunkRows) return;
    }
  }

  #stream(driver: Driver, space: VectorSpace, visit: (block: VectorBlock) => void): void {
    const block = createBlock(chunkRows, space.dim);
    for (let last = 0; ;) {
      const rows = readChunk(driver, space, last);
      block.rows = 0;
      for (const row of rows) addRow(block, row, space.dim);
      visit(block);
      if (rows.length < chunkRows) return;
      last = rows.at(-1)?.vector ?? last;
    }
  }
}

function createBlock(rows: number, dim: number): VectorBlock {
  return { numbers: new Float64Array(rows), data: new Float32Array(rows * dim), rows: 0 };
}

function addRow(block: VectorBlock, { vector, data }: VectorRow, dim: number): void {
  block.numbers[block.rows] = vector;
  readVector(data, block.data, block.rows * dim);
  block.rows += 1;
}

function readChunk(driver: Driver, { embedder }: VectorSpace, last: number): readonly VectorRow[] {
  return driver.all(nextVectors, embedder, last) as readonly VectorRow[];
}
