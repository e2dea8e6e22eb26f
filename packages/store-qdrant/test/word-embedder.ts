import { createHash } from "node:crypto";
import type { Embedder } from "@precept/core";

const dim = 64;

/** An embedder whose vectors are sums of random ones, one for each word: texts with common words have a high cosine. */
export function createWordEmbedder(id: string = "test:words:1:64"): Embedder & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    info: async () => ({ id, dim, maxBatch: 8 }),
    async embed(all, { kind }) {
      if (kind === "document") texts.push(...all);
      return all.map(vectorOf);
    },
    async [Symbol.asyncDispose]() {},
  };
}

function vectorOf(text: string): Float32Array {
  const sum = new Float32Array(dim);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const bytes = createHash("sha512").update(word).digest();
    for (let at = 0; at < dim; at += 1) sum[at] = (sum[at] as number) + (bytes[at] as number) - 127.5;
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
