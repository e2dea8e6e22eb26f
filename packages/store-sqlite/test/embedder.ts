import { PreceptError, tokenize, type Embedder, type EmbedOptions } from "@precept/core";

export interface TestEmbedderOptions {
  /** Default `test:words:1:16`. */
  readonly id?: string;
  /** Default 16. */
  readonly dim?: number;
  /** Default 4. */
  readonly maxBatch?: number;
  /** Called with the texts of each call, before they are embedded. It can throw. */
  readonly onEmbed?: (texts: readonly string[], options: EmbedOptions) => void | Promise<void>;
}

/**
 * An embedder that adds up one direction for each term of a text, so that texts with the same terms are near each
 * other.
 */
export function createTestEmbedder(options: TestEmbedderOptions = {}): Embedder {
  const { id = "test:words:1:16", dim = 16, maxBatch = 4, onEmbed } = options;
  return {
    info: async () => ({ id, dim, maxBatch }),
    embed: async (texts, embedOptions) => {
      embedOptions.signal?.throwIfAborted();
      await onEmbed?.(texts, embedOptions);
      return texts.map((text) => embedText(text, id, dim));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Fails as an endpoint does that cannot be reached. */
export function failToEmbed(): never {
  throw new PreceptError("EMBEDDER_FAILED", { embedder: "test", reason: "it is switched off" });
}

function embedText(text: string, id: string, dim: number): Float32Array {
  const vector = new Float32Array(dim);
  for (const token of [id, ...tokenize(text)]) {
    for (let at = 0; at < dim; at += 1) vector[at] = (vector[at] ?? 0) + Math.sin(hash(token) * (at + 1));
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0) / 1000;
}
