import { createInterface } from "node:readline";
import type { Embedder, RuleStore } from "@precept/core";
import { expect, it } from "vitest";
import type { Driver } from "./driver.ts";
import type { EmbedProgress } from "./embed-rules.ts";
import { rebuildSearchIndex, searchIndexStatus } from "./search-maintenance.ts";
import { startChild } from "../test/child.ts";
import { databasePath } from "../test/directory.ts";
import { createTestEmbedder, failToEmbed } from "../test/embedder.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule, change } from "../test/rules.ts";
import { found, searchByModel } from "../test/search-model.ts";

const program = new URL("../test/embed-many.ts", import.meta.url);

/** Returns a different word for each number. */
const wordOf = (index: number): string => `word${[...String(index)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;

async function saveRules(store: RuleStore, count: number): Promise<void> {
  const writes = Array.from({ length: count }, (_, index) => {
    return { kind: "save", rule: buildRule({ id: `r${index}`, content: `${wordOf(index)} text` }) } as const;
  });
  await store.apply(writes);
}

/** Searches until all rules have vectors. */
async function embedded(store: RuleStore): Promise<void> {
  await expect
    .poll(async () => (await store.search({ text: "start" })).degraded, { interval: 2, timeout: 20_000 })
    .toBeUndefined();
}

const vectors = (driver: Driver) =>
  driver.all(
    "SELECT d.rule_id AS id, e.id AS embedder FROM search_vectors v JOIN search_documents d USING (document) JOIN search_embedders e USING (embedder) ORDER BY 1, 2",
  );

it("reports progress, and the state of the index", async () => {
  const path = databasePath();
  const progress: EmbedProgress[] = [];
  const embedder = createTestEmbedder();
  const store = openStore({ path, embedder, onEmbedProgress: (one) => progress.push(one) });
  await saveRules(store, 10);
  expect(await searchIndexStatus({ path, embedder })).toEqual({
    rules: 10,
    indexed: 10,
    embedder: "test:words:1:16",
    dim: 16,
    embedded: 0,
    stale: 0,
    bytes: expect.any(Number),
  });
  await embedded(store);
  expect(progress.map((one) => one.embedded)).toEqual([4, 8, 10]);
  expect(progress[0]).toEqual({ embedder: "test:words:1:16", embedded: 4, rules: 10 });
  expect(await searchIndexStatus({ path })).toMatchObject({ embedder: "test:words:1:16", embedded: 10, stale: 0 });
});

it("embeds nothing before a search uses vectors", async () => {
  let calls = 0;
  const store = openStore({ embedder: createTestEmbedder({ onEmbed: () => void (calls += 1) }) });
  await saveRules(store, 3);
  await store.search({ text: wordOf(1), mode: "sparse" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBe(0);
});

it("embeds changed texts again, but not unchanged ones", async () => {
  const path = databasePath();
  const texts: string[] = [];
  const onEmbed: NonNullable<Parameters<typeof createTestEmbedder>[0]>["onEmbed"] = (all, { kind }) =>
    void (kind === "document" && texts.push(...all));
  const store = openStore({ path, embedder: createTestEmbedder({ onEmbed }) });
  await saveRules(store, 3);
  await embedded(store);
  texts.length = 0;
  await change(store, "r1", { content: "another text" });
  await change(store, "r2", { priority: 7 });
  await embedded(store);
  expect(texts).toEqual(["r1\nanother text"]);
  await store.delete("r0");
  expect(vectors(openDriver(path)).map((row) => (row as { id: string }).id)).toEqual(["r1", "r2"]);
});

it.each([1, 7, 60])(
  "continues after kill -9 behind %d texts, and does not embed the others again",
  async (count) => {
    const path = databasePath();
    await saveRules(openStore({ path, durability: "normal" }), 200);
    const child = startChild(program, { args: [path] });
    let started = 0;
    for await (const _ of createInterface({ input: child.output })) {
      started += 1;
      if (started === count) child.process.kill("SIGKILL");
    }
    const driver = openDriver(path);
    const before = vectors(driver).length;
    expect(before).toBeLessThan(200);
    // Only the last batch is lost.
    expect(before).toBeGreaterThanOrEqual(Math.floor((started - 1) / 4) * 4 - 4);

    const texts: string[] = [];
    const onEmbed = (all: readonly string[], { kind }: { kind: string }) => void (kind === "document" && texts.push(...all));
    const embedder = createTestEmbedder({ onEmbed });
    const store = openStore({ path, embedder });
    await embedded(store);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).toHaveLength(200 - before);
    expect(vectors(driver)).toHaveLength(200);
    const query = { text: wordOf(17), mode: "dense", minScores: { dense: -1 }, limit: 1000 } as const;
    expect(found(await store.search(query))).toEqual(found(await searchByModel(store, query, createTestEmbedder())));
    expect(driver.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  },
  30_000,
);

it("shares the work between processes, so that few texts are embedded twice", async () => {
  const path = databasePath();
  await saveRules(openStore({ path, durability: "normal" }), 400);
  const children = [1, 2, 3].map(() => startChild(program, { args: [path] }));
  const texts: string[] = [];
  await Promise.all(
    children.map(async (child) => {
      for await (const line of createInterface({ input: child.output })) if (line !== "done") texts.push(line);
    }),
  );
  expect(new Set(texts).size).toBe(400);
  expect(texts.length).toBeLessThan(500);
  expect(vectors(openDriver(path))).toHaveLength(400);
});

it("never compares vectors of different embedders, and removes unused ones", async () => {
  const path = databasePath();
  let now = new Date("2026-01-01T00:00:00Z");
  const open = (embedder: Embedder) => openStore({ path, embedder, now: () => now });
  const old = open(createTestEmbedder({ id: "old", dim: 16 }));
  await saveRules(old, 20);
  await embedded(old);

  now = new Date("2026-01-01T01:00:00Z");
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const embedder = createTestEmbedder({
    id: "new",
    dim: 8,
    onEmbed: async (_, { kind }) => (kind === "document" ? released : undefined),
  });
  const current = open(embedder);
  const dense = { text: wordOf(3), mode: "dense", minScores: { dense: -1 }, limit: 100 } as const;
  // The new embedder has no vectors yet, and the old vectors have another number of dimensions.
  expect(await current.search(dense)).toEqual({
    hits: [],
    modeUsed: "dense",
    degraded: "vectors_incomplete",
    total: 0,
    isCut: false,
  });
  release();
  await embedded(current);
  expect(found(await current.search(dense))).toEqual(
    found(await searchByModel(current, dense, createTestEmbedder({ id: "new", dim: 8 }))),
  );

  // A process that still uses the old embedder is not affected.
  expect((await old.search(dense)).degraded).toBeUndefined();
  expect(await searchIndexStatus({ path, embedder })).toMatchObject({ embedder: "new", embedded: 20, stale: 20 });

  now = new Date("2026-01-03T00:00:00Z");
  await change(current, "r1", { content: "changed" });
  await embedded(current);
  await expect.poll(() => searchIndexStatus({ path, embedder })).toMatchObject({ embedder: "new", embedded: 20, stale: 0 });
});

it("skips a text that the embedder rejects, and embeds the others", async () => {
  const errors: unknown[] = [];
  const reject = (texts: readonly string[]) => void (texts.some((text) => text.includes(`${wordOf(3)} `)) && failToEmbed());
  const path = databasePath();
  const store = openStore({
    path,
    embedder: createTestEmbedder({ onEmbed: reject }),
    onEmbedError: (error) => errors.push(error),
  });
  await saveRules(store, 10);
  await store.search({ text: wordOf(1) });
  await expect.poll(() => vectors(openDriver(path)).length).toBe(9);
  await expect.poll(() => errors.length).toBe(1);
  expect(await store.search({ text: wordOf(1) })).toMatchObject({ modeUsed: "hybrid", degraded: "vectors_incomplete" });
});

it.each([
  ["too few vectors", (vectorsOf: readonly Float32Array[]) => vectorsOf.slice(1)],
  ["vectors of another length", (vectorsOf: readonly Float32Array[]) => vectorsOf.map((vector) => vector.slice(1))],
  [
    "numbers that are not finite",
    (vectorsOf: readonly Float32Array[]) => vectorsOf.map((vector) => vector.map(() => Number.NaN)),
  ],
])("stores nothing of an embedder that returns %s", async (_, spoil) => {
  const path = databasePath();
  const good = createTestEmbedder();
  const embedder: Embedder = { ...good, embed: async (texts, options) => spoil(await good.embed(texts, options)) };
  const errors: unknown[] = [];
  const store = openStore({ path, embedder, onEmbedError: (error) => errors.push(error) });
  await saveRules(store, 5);
  expect(await store.search({ text: wordOf(1) })).toMatchObject({ modeUsed: "sparse", degraded: "embedder_failed", total: 1 });
  await expect(rebuildSearchIndex({ path, embedder })).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
  expect(vectors(openDriver(path))).toEqual([]);
});

it("ends the embedding when the store is closed, and continues in the next one", async () => {
  const path = databasePath();
  const store = openStore({ path, embedder: createTestEmbedder() });
  await saveRules(store, 50);
  await store.search({ text: wordOf(1) });
  await store[Symbol.asyncDispose]();
  const next = openStore({ path, embedder: createTestEmbedder() });
  await embedded(next);
  expect(vectors(openDriver(path))).toHaveLength(50);
});

it("rebuilds the index with progress, preserves vectors, and removes vectors of other embedders", async () => {
  const path = databasePath();
  const store = openStore({ path, embedder: createTestEmbedder({ id: "old" }) });
  await saveRules(store, 6);
  await embedded(store);
  const steps: string[] = [];
  const status = await rebuildSearchIndex({
    path,
    embedder: createTestEmbedder({ id: "new" }),
    onProgress: ({ step, done, total }) => steps.push(`${step} ${done}/${total}`),
  });
  expect(steps).toEqual(["words 0/6", "words 6/6", "vectors 4/6", "vectors 6/6"]);
  expect(status).toMatchObject({ rules: 6, indexed: 6, embedder: "new", embedded: 6, stale: 0 });
  expect((await store.search({ text: wordOf(4), mode: "sparse" })).hits.map(({ stored }) => stored.rule.id)).toEqual(["r4"]);
});
