import { createRule, type RuleStore, type SearchQuery } from "@precept/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSqliteStore } from "./store.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rebuildSearchIndex } from "./search-maintenance.ts";
import { createTestEmbedder } from "../test/embedder.ts";
import { found, searchByModel } from "../test/search-model.ts";

// 3,000 rules are more than the candidates of a leg, and more than the vectors that a filtered search reads from the
// file.

const count = 3000;
const embedder = createTestEmbedder({ dim: 4, maxBatch: 64 });
const dir = mkdtempSync(join(tmpdir(), "precept-sqlite-"));
const path = join(dir, "rules.db");
let store: RuleStore;
const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];

function content(index: number): string {
  const chosen = words.filter((_, bit) => ((index >> bit) & 1) === 1);
  // Repeated, so that scores differ.
  return chosen.flatMap((word, at) => Array.from({ length: 1 + ((index >> 6) % (at + 2)) }, () => word)).join(" ");
}

beforeAll(async () => {
  store = createSqliteStore({ path, embedder, durability: "normal" });
  await store.apply(
    Array.from({ length: count }, (_, index) => {
      const name = `n${index % 7} ${index % 500 === 0 ? "rareword" : ""}`;
      const owner = index % 10 === 0 ? {} : { projectId: index % 10 < 9 ? "large" : "small" };
      return {
        kind: "save",
        rule: createRule({ id: `r${index}`, name, content: content(index), enabled: index % 3 > 0, ...owner }),
      } as const;
    }),
  );
  await rebuildSearchIndex({ path, embedder });
});

afterAll(async () => {
  await store[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const dense: readonly [string, SearchQuery["filter"]][] = [
  ["no filter", {}],
  ["a filter that few rules pass", { owner: { projectId: "small" } }],
  ["a filter that many rules pass", { projectId: "large" }],
  ["a filter that is evaluated for the best vectors", { enabled: true }],
  ["a filter that no rule passes", { owner: { projectId: "none" } }],
];

it.each(dense)("compares the vectors of all rules that pass: %s", async (_, filter) => {
  const query = { text: "alpha gamma", mode: "dense", filter: filter ?? {}, limit: 1000 } as const;
  const expected = found(await searchByModel(store, query, embedder));
  expect(found(await store.search(query))).toEqual(expected);
  await using streaming = createSqliteStore({ path, embedder, maxVectorBytes: 0 });
  expect(found(await streaming.search(query))).toEqual(expected);
});

it("reports that there are more candidates than it returns", async () => {
  const result = await store.search({ text: "alpha beta", mode: "sparse", limit: 2000 });
  expect(result).toMatchObject({ total: 1000, isCut: true });
  expect(result.hits).toHaveLength(1000);
});

it("returns the best of many candidates", async () => {
  const query = { text: "alpha zeta rareword", mode: "sparse", limit: 10 } as const;
  const scores = async (search: Promise<{ hits: readonly { scores: { sparse?: number } }[] }>) =>
    (await search).hits.map((hit) => hit.scores.sparse?.toFixed(5));
  expect(await scores(store.search(query))).toEqual(await scores(searchByModel(store, query)));
});

it("does not search by frequent words if the query has rare ones", async () => {
  const query = { text: "alpha rareword", mode: "sparse", limit: 100 } as const;
  const result = await store.search(query);
  expect(result).toMatchObject({ total: 6, isCut: false });
  // Frequent words still count in the scores.
  expect(found(result)).toEqual(found(await searchByModel(store, query)));
});

it("uses the current vectors after many changes", { tags: "slow" }, async () => {
  const changed = Array.from({ length: 1500 }, (_, index) => `r${index}`);
  const rules = await store.getMany(changed);
  await store.apply(
    [...rules.values()].map(
      ({ rule, revision }) => ({ kind: "save", revision, rule: { ...rule, content: `${rule.content} more` } }) as const,
    ),
  );
  await store.apply([
    { kind: "delete", id: "r2999" },
    { kind: "delete", id: "r1" },
  ]);
  await expect.poll(async () => (await store.search({ text: "alpha" })).degraded, { timeout: 60_000 }).toBeUndefined();
  const query = { text: "alpha more", mode: "dense", limit: 1000 } as const;
  expect(found(await store.search(query))).toEqual(found(await searchByModel(store, query, embedder)));
});
