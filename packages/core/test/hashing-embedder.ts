import type { Embedder } from "../src/ports/embedder.ts";
import { tokenize } from "../src/search/tokenize.ts";

/** Options of {@link createHashingEmbedder}. */
export interface HashingEmbedderOptions {
  /** Default `test:hashing`. */
  readonly id?: string;
  /** Default 64. */
  readonly dim?: number;
  /** Default 4. */
  readonly maxBatch?: number;
  /** Called before each `embed` call answers, for example to fail. */
  readonly onEmbed?: (texts: readonly string[], kind: "query" | "document") => void | Promise<void>;
}

/**
 * Creates an embedder for tests. Texts that share words have similar vectors: each word counts in the dimension of its
 * hash. It knows no meanings.
 */
export function createHashingEmbedder(options: HashingEmbedderOptions = {}): Embedder {
  const { id = "test:hashing", dim = 64, maxBatch = 4, onEmbed = () => undefined } = options;
  return {
    info: async () => ({ id, dim, maxBatch }),
    embed: async (texts, { kind, signal }) => {
      await onEmbed(texts, kind);
      signal?.throwIfAborted();
      return texts.map((text) => toVector(text, dim));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function toVector(text: string, dim: number): Float32Array {
  const vector = new Float32Array(dim);
  for (const token of tokenize(text)) {
    let hash = 0;
    for (const character of token) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % dim] = (vector[hash % dim] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? Float32Array.from(vector, (_, at) => (at === 0 ? 1 : 0)) : vector.map((value) => value / length);
}
