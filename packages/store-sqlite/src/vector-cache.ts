import type { Driver } from "./driver.ts";

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
 * The vectors of a file in memory, for searches that compare all: reading one takes three times as long as comparing
 * it. Vectors of deleted and changed rules remain until they are a quarter, so callers have to check each vector.
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
   * Visits all vectors of an embedder, in blocks that the next call changes. Reads those that are new since the last
   * call, or all if the cache is too small.
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

/** Converts a vector to the bytes of its 32-bit floats, little-endian. */
export function blobOf(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true);
  return bytes;
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Converts the bytes of a vector to its numbers. */
export function vectorOf(blob: Uint8Array, dim: number): Float32Array {
  const vector = new Float32Array(dim);
  readVector(blob, vector, 0);
  return vector;
}

/** Copies a vector from its bytes into a row of a matrix. The bytes need not be aligned. */
function readVector(blob: Uint8Array, matrix: Float32Array, start: number): void {
  if (isLittleEndian) {
    new Uint8Array(matrix.buffer, matrix.byteOffset + start * 4, blob.byteLength).set(blob);
    return;
  }
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  for (let index = 0; index < blob.byteLength / 4; index += 1) matrix[start + index] = view.getFloat32(index * 4, true);
}

/** The maximum number of vectors to hold: 12 MB with 384 dimensions. */
const maxVectors = 8192;

const readData = "SELECT v.vector, v.data FROM json_each(?) j CROSS JOIN search_vectors v ON v.vector = j.value";

/**
 * A cache of the vectors that small searches used last, often of rules that many tenants see: reading one takes longer
 * than comparing it. Numbers of vectors are never reused, so no vector is stale.
 */
export class RecentVectors {
  /** By number, least recently used first. */
  readonly #vectors = new Map<number, Float32Array>();

  /** Returns the vectors with these numbers, from memory or the file. Unknown numbers are missing. */
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
      const vector = vectorOf(data, dim);
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
