import { searchModes } from "@precept/contract/values";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RuleInput } from "../model/rule.ts";
import type { SearchQuery } from "../ports/rule-search.ts";
import { anyRule } from "../../test/arbitraries.ts";
import { createHashingEmbedder, type HashingEmbedderOptions } from "../../test/hashing-embedder.ts";
import { buildRule } from "../../test/rules.ts";
import { RuleSearchIndex, type RuleSearchIndexOptions } from "./rule-search-index.ts";

function storedOf(input: Partial<RuleInput>) {
  const rule = buildRule(input);
  return { rule, revision: "1", cursor: rule.id };
}

function createIndex(inputs: readonly Partial<RuleInput>[], options?: RuleSearchIndexOptions): RuleSearchIndex {
  const index = new RuleSearchIndex(options);
  for (const input of inputs) index.set(storedOf(input));
  return index;
}

const inputs: readonly Partial<RuleInput>[] = [
  { id: "retries", name: "retries", content: "Retry failed requests with jitter." },
  { id: "branches", name: "branches", content: "Name branches after tickets.", scope: "user" },
  { id: "passwords", name: "passwords", content: "Hash passwords with Argon2.", projectId: "p" },
  { id: "caches", name: "caches", content: "Cache keys contain the tenant." },
  { id: "logs", name: "logs", content: "Log requests in JSON." },
];

const withEmbedder = (options?: HashingEmbedderOptions) => createIndex(inputs, { embedder: createHashingEmbedder(options) });

async function idsOf(index: RuleSearchIndex, query: SearchQuery): Promise<readonly string[]> {
  const { hits } = await index.search(query);
  return hits.map(({ stored }) => stored.rule.id);
}

describe("modes", () => {
  it("sparse finds rules by words, with their stored revision and score", async () => {
    const { hits, ...result } = await createIndex(inputs).search({ text: "retry requests", mode: "sparse" });
    expect(hits.map(({ stored }) => stored)).toEqual([storedOf(inputs[0] ?? {}), storedOf(inputs[4] ?? {})]);
    expect(Object.keys(hits[0]?.scores ?? {})).toEqual(["sparse"]);
    expect(result).toEqual({ modeUsed: "sparse", total: 2, isCut: false });
  });

  it("hybrid without an embedder uses words only, and says so", async () => {
    expect(await createIndex(inputs).search({ text: "retry" })).toMatchObject({
      modeUsed: "sparse",
      degraded: "no_embedder",
      total: 1,
    });
  });

  it("dense without an embedder is refused", async () => {
    await expect(createIndex(inputs).search({ text: "retry", mode: "dense" })).rejects.toMatchObject({
      code: "SEARCH_MODE_UNAVAILABLE",
    });
  });

  it("hybrid merges both legs, and keeps the scores of each", async () => {
    const index = withEmbedder();
    await index.embedPending();
    const result = await index.search({ text: "retry requests" });
    expect(result.modeUsed).toBe("hybrid");
    expect(result.hits.map(({ stored }) => stored.rule.id).slice(0, 2)).toEqual(["retries", "logs"]);
    expect(result).not.toHaveProperty("degraded");
    expect(result.hits[0]?.scores).toEqual({ sparse: expect.any(Number) as number, dense: expect.any(Number) as number });
  });

  it("dense finds rules by vectors only", async () => {
    const index = withEmbedder();
    await index.embedPending();
    const { hits, modeUsed } = await index.search({
      text: "Cache keys contain the tenant",
      mode: "dense",
      minScores: { dense: 0.6 },
    });
    expect(modeUsed).toBe("dense");
    expect(hits.map(({ stored, scores }) => [stored.rule.id, Object.keys(scores)])).toEqual([["caches", ["dense"]]]);
  });

  it.each(searchModes)("%s finds nothing for a blank text", async (mode) => {
    expect(await withEmbedder().search({ text: " \n", mode })).toMatchObject({ hits: [], total: 0, modeUsed: mode });
  });
});

describe("an embedder that fails", () => {
  const failing = (failure = new Error("no model")) =>
    withEmbedder({
      onEmbed: () => {
        throw failure;
      },
    });

  it("leaves hybrid with words, which the result says", async () => {
    expect(await failing().search({ text: "retry" })).toMatchObject({
      modeUsed: "sparse",
      degraded: "embedder_failed",
      total: 1,
    });
  });

  it("fails a dense search with its error", async () => {
    await expect(failing().search({ text: "retry", mode: "dense" })).rejects.toThrow("no model");
  });

  it("does not hide that the search was aborted", async () => {
    const abort = new AbortController();
    const index = withEmbedder({ onEmbed: () => abort.abort(new Error("stopped")) });
    await expect(index.search({ text: "retry" }, { signal: abort.signal })).rejects.toThrow("stopped");
  });

  it("by vectors of other dimensions leaves hybrid with words", async () => {
    const embedder = createHashingEmbedder({ dim: 8 });
    const index = createIndex(inputs, { embedder: { ...embedder, info: async () => ({ id: "test", dim: 9, maxBatch: 2 }) } });
    expect(await index.search({ text: "retry" })).toMatchObject({ degraded: "embedder_failed" });
    await expect(index.embedPending()).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
  });

  it("in the background is reported, and the next call continues", async () => {
    let isBusy = true;
    const errors: unknown[] = [];
    const onEmbed = (texts: readonly string[], kind: string) => {
      if (kind === "document" && texts.some((text) => text.startsWith("passwords")) && isBusy) throw new Error("busy");
    };
    const embedder = createHashingEmbedder({ maxBatch: 2, onEmbed });
    const index = createIndex(inputs, { embedder, onEmbeddingError: (error) => errors.push(error) });
    expect(index.progress).toEqual({ embedded: 0, total: 5 });
    await index.search({ text: "retry" });
    await expect(index.embedPending()).rejects.toThrow("busy");
    expect(errors[0]).toEqual(new Error("busy"));
    expect(index.progress).toEqual({ embedded: 2, total: 5 });
    isBusy = false;
    await index.embedPending();
    expect(index.progress).toEqual({ embedded: 5, total: 5 });
  });
});

describe("embedding in the background", () => {
  it("starts with the first search that uses vectors, and takes changes afterwards", async () => {
    const kinds: string[] = [];
    const index = withEmbedder({ onEmbed: (_, kind) => void kinds.push(kind) });
    await index.search({ text: "retry", mode: "sparse" });
    expect(kinds).toEqual([]);
    expect(await index.search({ text: "retry" })).toMatchObject({ modeUsed: "hybrid", degraded: "vectors_incomplete" });
    await index.embedPending();
    expect(await index.search({ text: "retry" })).not.toHaveProperty("degraded");
    index.set(storedOf({ id: "new", name: "new", content: "Zebra crossing" }));
    await index.embedPending();
    expect(await idsOf(index, { text: "zebra crossing new", mode: "dense", limit: 1 })).toEqual(["new"]);
  });

  it("is shared by concurrent calls, in batches of the embedder's size", async () => {
    const batches: number[] = [];
    const index = withEmbedder({ maxBatch: 2, onEmbed: (texts) => void batches.push(texts.length) });
    await Promise.all([index.embedPending(), index.embedPending()]);
    expect(batches).toEqual([2, 2, 1]);
  });

  it("embeds a rule again only if its text changed", async () => {
    const embedded: string[] = [];
    const index = withEmbedder({ onEmbed: (texts) => void embedded.push(...texts) });
    await index.embedPending();
    embedded.length = 0;
    index.set(storedOf({ ...inputs[0], priority: 90 }));
    await index.embedPending();
    expect(embedded).toEqual([]);
    index.set(storedOf({ ...inputs[0], content: "Never retry." }));
    await index.embedPending();
    expect(embedded).toEqual(["retries\nNever retry."]);
  });

  it("ignores the vector of a text that changed meanwhile", async () => {
    let change: (() => void) | undefined;
    const index = withEmbedder({
      onEmbed: () => {
        change?.();
        change = undefined;
      },
    });
    change = () => {
      index.set(storedOf({ ...inputs[0], content: "Zebra." }));
      index.delete("branches");
    };
    await index.embedPending();
    expect(index.progress).toEqual({ embedded: 4, total: 4 });
    const { hits } = await index.search({ text: "retries Zebra", mode: "dense", limit: 1 });
    expect(hits[0]?.scores.dense).toBeCloseTo(1);
  });

  it("stops after the current batch when the index is closed", async () => {
    const index = withEmbedder({ maxBatch: 2, onEmbed: () => index.close() });
    await index.embedPending();
    expect(index.progress).toEqual({ embedded: 2, total: 5 });
  });
});

describe("filters", () => {
  it("of the query apply to both legs before candidates are counted", async () => {
    const index = withEmbedder();
    await index.embedPending();
    const { hits, total } = await index.search({ text: "requests", filter: { scope: "user" } });
    expect(hits.map(({ stored }) => stored.rule.id)).toEqual(["branches"].slice(0, total));
    expect(await idsOf(index, { text: "hash passwords", mode: "sparse", filter: { projectId: "q" } })).toEqual([]);
    expect(await idsOf(index, { text: "hash passwords", mode: "sparse", filter: { projectId: "p" } })).toEqual(["passwords"]);
  });

  it("of the caller replace that of the query", async () => {
    const index = createIndex(inputs);
    const { hits } = await index.search({ text: "requests" }, { passes: ({ id }) => id === "logs" });
    expect(hits.map(({ stored }) => stored.rule.id)).toEqual(["logs"]);
  });

  it("never let a rule pass that does not, for any rules and queries", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRule, { maxLength: 8 }),
        fc.constantFrom(...searchModes),
        fc.nat(2),
        async (rules, mode, seed) => {
          const index = new RuleSearchIndex({ embedder: createHashingEmbedder() });
          for (const rule of rules) index.set({ rule, revision: "1", cursor: rule.id });
          await index.embedPending();
          const passes = ({ priority }: { readonly priority: number }) => priority % 3 === seed;
          const text = rules.map(({ name, content }) => `${name} ${content}`).join(" ");
          const { hits, total } = await index.search({ text, mode, limit: 100 }, { passes });
          expect(hits.every(({ stored }) => passes(stored.rule))).toBe(true);
          expect(hits).toHaveLength(total);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("pages", () => {
  it("have the same hits together as one large page", async () => {
    const index = withEmbedder();
    await index.embedPending();
    const query = { text: "requests with the keys" };
    const { hits: all, total } = await index.search({ ...query, limit: 100 });
    expect(all).toHaveLength(total);
    expect(total).toBeGreaterThan(2);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await index.search({ ...query, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(total);
      ids.push(...page.hits.map(({ stored }) => stored.rule.id));
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(ids).toEqual(all.map(({ stored }) => stored.rule.id));
  });

  it("are refused before the query is embedded", async () => {
    const embedded: string[] = [];
    const index = withEmbedder({ onEmbed: (texts) => void embedded.push(...texts) });
    await expect(index.search({ text: "a", limit: 0 })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
    await expect(index.search({ text: "a", cursor: "x" })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
    expect(embedded).toEqual([]);
  });
});
