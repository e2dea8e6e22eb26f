import { PreceptError } from "../model/error.ts";
import type { Embedder, EmbedOptions } from "../ports/embedder.ts";

export interface CachedEmbedderOptions {
  /** The maximum number of query texts with saved vectors. The least recently used is removed first. Default 1,000. */
  readonly maxTexts?: number;
}

/**
 * Saves the vectors of queries, so that a repeated query is not embedded again. Concurrent calls with the same text
 * share one call of the embedder. Documents are not cached. Disposal disposes of the embedder.
 *
 * Aborting one caller does not abort a call that others share. The aborted caller rejects when that call ends.
 */
export function cachedEmbedder(embedder: Embedder, { maxTexts = 1_000 }: CachedEmbedderOptions = {}): Embedder {
  const vectors = new Map<string, Promise<Float32Array>>();

  const embedQuery = (text: string): Promise<Float32Array> => {
    const cached = vectors.get(text) ?? startEmbedding(text);
    // The order of a map is the order of insertion: the first key is the least recently used one.
    vectors.delete(text);
    vectors.set(text, cached);
    for (const oldest of vectors.keys()) {
      if (vectors.size <= Math.max(1, maxTexts)) break;
      vectors.delete(oldest);
    }
    return cached;
  };

  const startEmbedding = (text: string): Promise<Float32Array> => {
    const vector = embedOne(embedder, text);
    vector.catch(() => {
      if (vectors.get(text) === vector) vectors.delete(text);
    });
    return vector;
  };

  return {
    info: (options) => embedder.info(options),
    embed: async (texts, options) => {
      if (options.kind === "document") return embedder.embed(texts, options);
      options.signal?.throwIfAborted();
      const embedded = await Promise.all(texts.map(embedQuery));
      options.signal?.throwIfAborted();
      return embedded;
    },
    [Symbol.asyncDispose]: async () => {
      vectors.clear();
      await embedder[Symbol.asyncDispose]();
    },
  };
}

const queryOptions: EmbedOptions = { kind: "query" };

async function embedOne(embedder: Embedder, text: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([text], queryOptions);
  if (vector === undefined) throw new PreceptError("EMBEDDER_FAILED", { embedder: "unknown", reason: "it returned no vector" });
  return vector;
}
