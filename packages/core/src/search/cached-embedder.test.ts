import { expect, it } from "vitest";
import { createHashingEmbedder } from "../../test/hashing-embedder.ts";
import { cachedEmbedder, type CachedEmbedderOptions } from "./cached-embedder.ts";

function withCalls(options?: CachedEmbedderOptions, onEmbed?: () => void) {
  const calls: string[] = [];
  const embedder = createHashingEmbedder({
    onEmbed: (texts, kind) => {
      calls.push(...texts.map((text) => `${kind} ${text}`));
      onEmbed?.();
    },
  });
  return { calls, embedder, cached: cachedEmbedder(embedder, options) };
}

const query = { kind: "query" } as const;

it("embeds a repeated query once, also if the calls are concurrent", async () => {
  const { calls, embedder, cached } = withCalls();
  const [[first], [second]] = await Promise.all([cached.embed(["a b"], query), cached.embed(["a b"], query)]);
  const [third] = await cached.embed(["a b"], query);
  expect(calls).toEqual(["query a b"]);
  expect([second, third]).toEqual([first, first]);
  expect([first]).toEqual(await embedder.embed(["a b"], query));
});

it("returns the vectors of several texts in their order", async () => {
  const { embedder, cached } = withCalls();
  await cached.embed(["b"], query);
  expect(await cached.embed(["a", "b", "a"], query)).toEqual(await embedder.embed(["a", "b", "a"], query));
});

it("removes the least recently used text first", async () => {
  const { calls, cached } = withCalls({ maxTexts: 2 });
  for (const text of ["a", "b", "a", "c", "a", "b"]) await cached.embed([text], query);
  expect(calls).toEqual(["query a", "query b", "query c", "query b"]);
});

it("embeds documents each time", async () => {
  const { calls, cached } = withCalls();
  await cached.embed(["a"], { kind: "document" });
  await cached.embed(["a"], { kind: "document" });
  expect(calls).toEqual(["document a", "document a"]);
});

it("tries again after a failure", async () => {
  let failures = 1;
  const { calls, cached } = withCalls({}, () => {
    failures -= 1;
    if (failures >= 0) throw new Error("not available");
  });
  await expect(Promise.all([cached.embed(["a"], query), cached.embed(["a"], query)])).rejects.toThrow("not available");
  expect(await cached.embed(["a"], query)).toHaveLength(1);
  expect(calls).toEqual(["query a", "query a"]);
});

it("does not fail for other callers if one is aborted", async () => {
  const { calls, cached } = withCalls();
  const abort = new AbortController();
  const aborted = cached.embed(["a"], { kind: "query", signal: abort.signal });
  const other = cached.embed(["a"], query);
  abort.abort();
  await expect(aborted).rejects.toThrow("abort");
  expect(await other).toHaveLength(1);
  expect(calls).toHaveLength(1);
});
