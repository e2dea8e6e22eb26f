import { createMemoryStore, createRule, createRulebook, PreceptError, type RuleInput, type RuleStore } from "@precept/core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { compareWithDescription } from "../test/description.ts";
import { startQdrantDouble, type QdrantDouble } from "../test/qdrant-double.ts";
import { createWordEmbedder } from "../test/word-embedder.ts";
import { QdrantClient } from "./client.ts";
import type { QdrantSearchOptions } from "./options.ts";
import { createQdrantSearch, type QdrantSearch } from "./qdrant-search.ts";

const realUrl = process.env["QDRANT_URL"];

const shop = { projectId: "shop" };
const blog = { projectId: "blog" };

function ruleOf(id: string, content: string, others: Partial<RuleInput> = {}): ReturnType<typeof createRule> {
  return createRule({ id, name: id, content, ...others });
}

const rules = [
  ruleOf("commits", "Write short commit messages"),
  ruleOf("money", "Amounts of money are integers in cents", shop),
  ruleOf("tax", "Compute the tax of the cart on the server", shop),
  ruleOf("posts", "Posts about money need a review", blog),
];

async function vectorOf(text: string): Promise<Float32Array> {
  const [vector] = await createWordEmbedder().embed([text], { kind: "query" });
  return vector ?? new Float32Array();
}

/** What must hold for the double, and for a real server. */
function describeSearch(name: string, url: () => string): void {
  describe(`with ${name}`, () => {
    const open = (options: Partial<QdrantSearchOptions> = {}) => {
      const store = options.store ?? createMemoryStore({ epoch: crypto.randomUUID(), rules });
      const embedder = createWordEmbedder();
      const collection = options.collection ?? `precept_test_${crypto.randomUUID().slice(0, 8)}`;
      const settings = { url: url(), store, embedder, collection, ...options };
      const search = createQdrantSearch(settings);
      onTestFinished(async () => {
        await search[Symbol.asyncDispose]();
        const client = new QdrantClient({ url: url(), timeoutMs: 5000 });
        const found = (await client.aliases()).get(collection);
        if (found !== undefined) await client.deleteCollection(found);
      });
      return { search, store, embedder, collection, settings };
    };
    const idsFound = async (search: QdrantSearch, text: string, tenant = shop): Promise<readonly string[]> => {
      const { id } = await createWordEmbedder().info();
      const { candidates } = await search.search({ vector: await vectorOf(text), embedder: id, tenant, limit: 10 });
      return candidates.map((one) => one.id);
    };

    it("finds the rules that a tenant sees, the nearest first, with cosines", async () => {
      const { search, store } = open();
      await search.fill();
      const money = await store.get("money");
      expect((await idsFound(search, "money in cents"))[0]).toBe("money");
      expect((await idsFound(search, "money in cents")).toSorted()).toEqual(["commits", "money", "tax"]);
      expect((await idsFound(search, "money in cents", blog)).toSorted()).toEqual(["commits", "posts"]);
      const { candidates, isComplete } = await search.search({
        vector: await vectorOf("Amounts of money are integers in cents\nmoney"),
        embedder: "test:words:1:64",
        tenant: shop,
        limit: 1,
      });
      expect(isComplete).toBe(true);
      expect(candidates).toMatchObject([{ id: "money", revision: money?.revision }]);
      expect(candidates[0]?.score).toBeGreaterThan(0.9);
      expect(await search.verify()).toEqual({ rules: 4, points: 4, isEqual: true });
    });

    it("follows the changes of the store, and embeds only changed texts", async () => {
      const { search, store, embedder } = open();
      await search.fill();
      const before = embedder.texts.length;
      await store.save(ruleOf("tax", "Taxes are computed by the ledger", shop), { upsert: true });
      await store.save(ruleOf("money", "Amounts of money are integers in cents", { ...shop, priority: 90 }), { upsert: true });
      await store.delete("commits");
      await search.fill();
      expect(embedder.texts.slice(before)).toHaveLength(1);
      expect((await idsFound(search, "ledger")).toSorted()).toEqual(["money", "tax"]);
      expect(await search.verify()).toEqual({ rules: 3, points: 3, isEqual: true });
      await store.delete("posts");
      expect((await search.verify()).isEqual).toBe(false);
    });

    it("moves a rule to another owner", async () => {
      const { search, store } = open();
      await search.fill();
      await store.save(ruleOf("posts", "Posts about money need a review", shop), { upsert: true });
      await search.fill();
      expect(await idsFound(search, "posts", blog)).toEqual(["commits"]);
      expect(await idsFound(search, "posts")).toContain("posts");
    });

    it("gives a tenant the same scores and the same scale whatever rules others have", async () => {
      const { search, store, settings } = open();
      const saveAll = (count: number, content: string, owner: typeof shop) =>
        store.writeMany(
          Array.from({ length: count }, (_, at) => {
            return { kind: "save" as const, rule: ruleOf(`${owner.projectId}-${at}`, `${content} ${at % 7} of ${at}`, owner) };
          }),
        );
      await saveAll(20, "The cart has a limit", shop);
      await search.fill();
      const query = { vector: await vectorOf("money"), embedder: "test:words:1:64", tenant: shop, limit: 10 };
      const alone = await search.search(query);
      expect(alone.scale?.deviation).toBeGreaterThan(0);
      await saveAll(100, "Money money money", blog);
      await search.fill();
      // Nothing is remembered of before.
      await using again = createQdrantSearch(settings);
      expect(await again.search(query)).toEqual(alone);
    });

    it("compares all rules again if the store does not know what changed, and deletes others", async () => {
      const { search, settings } = open();
      await search.fill();
      const restored = createMemoryStore({ epoch: crypto.randomUUID(), rules: rules.slice(0, 2) });
      const next = createQdrantSearch({ ...settings, store: restored });
      await next.fill();
      expect(await next.verify()).toEqual({ rules: 2, points: 2, isEqual: true });
    });

    it("repairs points that another program changed or deleted", async () => {
      const { search, embedder, collection } = open();
      await search.fill();
      const client = new QdrantClient({ url: url(), timeoutMs: 5000 });
      const real = (await client.aliases()).get(collection) ?? "";
      const { points } = await client.scroll(real, { limit: 100, with_payload: true });
      const money = points.find(({ payload }) => payload?.["rule_id"] === "money");
      await client.delete(real, [String(money?.id)]);
      expect(await search.verify()).toEqual({ rules: 4, points: 3, isEqual: false });
      const before = embedder.texts.length;
      await search.rebuild();
      expect(embedder.texts.length - before).toBe(1);
      expect(await search.verify()).toEqual({ rules: 4, points: 4, isEqual: true });
    });

    it("has a collection for each embedder, and an alias of the one that is complete", async () => {
      const { search, settings, collection } = open();
      await search.fill();
      const client = new QdrantClient({ url: url(), timeoutMs: 5000 });
      const first = (await client.aliases()).get(collection) ?? "";
      await using other = createQdrantSearch({ ...settings, embedder: createWordEmbedder("test:words:2:64") });
      await other.fill();
      const second = (await client.aliases()).get(collection) ?? "";
      expect([second.startsWith(`${collection}-`), second === first]).toEqual([true, false]);
      expect(await client.exists(first)).toBe(false);
      expect(await idsFound(search, "money")).toEqual([]);
    });
  });
}

let double: QdrantDouble;
beforeAll(async () => {
  double = await startQdrantDouble();
});
afterAll(() => double[Symbol.asyncDispose]());

describeSearch("the double of Qdrant", () => double.url);

describe.skipIf(realUrl === undefined)("search in a real server, if QDRANT_URL names one", () => {
  describeSearch("Qdrant", () => realUrl ?? "");
});

describe("search in Qdrant", () => {
  const open = (own: QdrantDouble, options: Partial<QdrantSearchOptions> = {}) => {
    const store = options.store ?? createMemoryStore({ epoch: "one", rules });
    const embedder = createWordEmbedder();
    const search = createQdrantSearch({ url: own.url, store, embedder, timeoutMs: 5000, ...options });
    onTestFinished(() => search[Symbol.asyncDispose]());
    return { search, store, embedder };
  };

  it("creates the collection of the memory service", async () => {
    await using own = await startQdrantDouble();
    const { search } = open(own);
    await search.fill();
    const name = own.aliases.get("_memory") ?? "";
    const { config, indexes, points } = own.collections.get(name) ?? {};
    expect(config).toEqual({
      vectors: { dense: { size: 64, distance: "Cosine" } },
      sparse_vectors: { sparse: {} },
      hnsw_config: { m: 0, payload_m: 16 },
    });
    expect(Object.fromEntries(indexes ?? [])).toMatchObject({ owner: "keyword", project_id: "keyword", priority: "integer" });
    const created = own.exchanges.find(({ request }) => (request as { field_name?: string } | undefined)?.field_name === "owner");
    expect(created?.request).toEqual({ field_name: "owner", field_schema: { type: "keyword", is_tenant: true } });
    const money = [...(points?.values() ?? [])].find(({ payload }) => payload["rule_id"] === "money");
    expect(money?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab]/);
    expect(Object.keys(money?.vector ?? {})).toEqual(["dense", "sparse"]);
    expect(money?.payload).toMatchObject({
      rule: "Amounts of money are integers in cents",
      project_id: "shop",
      authority: "default",
    });
  });

  it("continues where an interrupted filling ended", async () => {
    await using own = await startQdrantDouble();
    const many = Array.from({ length: 200 }, (_, at) => ruleOf(`r${String(at).padStart(3, "0")}`, `Text ${at} of a rule`, shop));
    const store = createMemoryStore({ epoch: "one", rules: many });
    const progress: number[] = [];
    const first = open(own, {
      store,
      onProgress: ({ compared }) => {
        progress.push(compared);
        if (compared === 128) own.faults.push(503);
      },
    });
    await expect(first.search.fill()).rejects.toMatchObject({ code: "STORE_FAILED", details: { retryable: true } });
    expect(progress).toEqual([64, 128]);
    const query = { vector: await vectorOf("text"), embedder: "test:words:1:64", tenant: shop, limit: 1 };
    expect((await first.search.search(query)).isComplete).toBe(false);
    const second = open(own, { store });
    await second.search.fill();
    expect(second.embedder.texts).toHaveLength(200 - 128);
    expect(await second.search.verify()).toEqual({ rules: 200, points: 200, isEqual: true });
    expect((await second.search.search(query)).isComplete).toBe(true);
  });

  it("fills in the background, again after a failure and after each change", async () => {
    await using own = await startQdrantDouble();
    const errors: unknown[] = [];
    const { search, store } = open(own, { onError: (error) => errors.push(error) });
    own.faults.push(500);
    search.follow();
    await vi.waitFor(() => expect(own.aliases.get("_memory")).toBeDefined(), 20_000);
    expect(errors).toHaveLength(1);
    await store.save(ruleOf("new", "A new rule", shop));
    await vi.waitFor(async () => expect((await search.verify()).isEqual).toBe(true), 20_000);
  });

  it("rejects with the reason, and says so in its state", async () => {
    await using locked = await startQdrantDouble({ apiKey: "secret" });
    const { search } = open(locked, { apiKey: "wrong-key" });
    await expect(search.fill()).rejects.toThrow("rejects the API key");
    expect(String(search.state().error)).not.toContain("wrong-key");
    const { search: right } = open(locked, { apiKey: "secret" });
    await right.fill();
    expect(right.state()).toEqual({ status: "ready" });
    locked.faults.push("hang");
    const { search: slow } = open(locked, { apiKey: "secret", timeoutMs: 100 });
    await expect(slow.version()).rejects.toThrow("did not answer within 100 ms");
    const { search: away } = open(locked, { url: "http://127.0.0.1:9" });
    await expect(away.fill()).rejects.toThrow("cannot be reached");
  });

  it("refuses a collection with vectors of another size, and a store without positions", async () => {
    await using own = await startQdrantDouble();
    const client = new QdrantClient({ url: own.url, timeoutMs: 5000 });
    const { search, embedder } = open(own);
    await search.fill();
    const name = own.aliases.get("_memory") ?? "";
    await client.deleteCollection(name);
    await client.create(name, { vectors: { dense: { size: 3, distance: "Cosine" } } });
    await expect(search.fill()).rejects.toThrow('no vector "dense" of 64 numbers');
    expect(() => createQdrantSearch({ url: own.url, store: createMemoryStore(), embedder })).toThrow(
      expect.objectContaining({ code: "STORE_CAPABILITY_MISSING" }),
    );
  });
});

describe("the requests and the answers of the double", () => {
  const path = process.env["QDRANT_OPENAPI"];

  it.skipIf(path === undefined)("are as the description of the API says, if QDRANT_OPENAPI names its file", async () => {
    await using own = await startQdrantDouble();
    const store = createMemoryStore({ epoch: "one", rules });
    await using search = createQdrantSearch({ url: own.url, store, embedder: createWordEmbedder(), timeoutMs: 5000 });
    await search.fill();
    await store.save(ruleOf("money", "Amounts of money are integers in cents", { ...shop, priority: 90 }), { upsert: true });
    await store.delete("tax");
    await search.fill();
    await search.search({ vector: await vectorOf("money"), embedder: "test:words:1:64", tenant: shop, limit: 3 });
    await search.verify();
    await using other = createQdrantSearch({
      url: own.url,
      store,
      embedder: createWordEmbedder("test:words:2:64"),
      timeoutMs: 5000,
    });
    await other.fill();
    expect(new Set(own.exchanges.map(({ method, route }) => `${method} ${route}`)).size).toBeGreaterThan(12);
    expect(compareWithDescription(path ?? "", own.exchanges)).toEqual([]);
    // Fields that do not exist are found, in requests and in answers.
    const wrong = own.exchanges.map((one) => ({
      ...one,
      ...(one.request === undefined ? {} : { request: { ...(one.request as object), unknown_field: 1 } }),
      response: { ...(one.response as object), unknown_field: 1 },
    }));
    expect(compareWithDescription(path ?? "", wrong).length).toBeGreaterThan(own.exchanges.length);
  });
});

describe("a rulebook with search in Qdrant", () => {
  async function open(store: RuleStore) {
    const own = await startQdrantDouble();
    const embedder = createWordEmbedder();
    const meaning = createQdrantSearch({ url: own.url, store, embedder, timeoutMs: 5000 });
    const rulebook = createRulebook({ stores: [store], embedder, meaning });
    onTestFinished(async () => {
      await rulebook[Symbol.asyncDispose]();
      await meaning[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    });
    return { own, meaning, rulebook, embedder };
  }
  const query = { text: "cents of money", filter: { tenant: shop } };

  it("finds rules by words and by meaning, and embeds none itself", async () => {
    const { meaning, rulebook, embedder } = await open(createMemoryStore({ epoch: "one", rules }));
    await meaning.fill();
    const before = embedder.texts.length;
    const { hits, modeUsed, degraded } = await rulebook.search(query);
    expect(hits[0]).toMatchObject({
      stored: { rule: { id: "money" } },
      scores: { sparse: expect.any(Number), dense: expect.any(Number) },
    });
    expect(hits.map(({ stored }) => stored.rule.id)).not.toContain("posts");
    expect([modeUsed, degraded]).toEqual(["hybrid", undefined]);
    expect(embedder.texts.length).toBe(before);
  });

  it("finds no rule by the text that it had before, and says that something is missing", async () => {
    const store = createMemoryStore({ epoch: "one", rules });
    const { meaning, rulebook } = await open(store);
    await meaning.fill();
    await store.save(ruleOf("money", "Prices have two decimals", shop), { upsert: true });
    const { hits, degraded } = await rulebook.search({ ...query, mode: "dense" });
    expect(hits.map(({ stored }) => stored.rule.id)).not.toContain("money");
    expect(degraded).toBe("vectors_incomplete");
    await meaning.fill();
    expect((await rulebook.search({ ...query, text: "prices decimals", mode: "dense" })).hits[0]?.stored.rule.content).toContain(
      "Prices",
    );
  });

  it("finds rules by words while Qdrant is away", async () => {
    const { own, meaning, rulebook } = await open(createMemoryStore({ epoch: "one", rules }));
    await meaning.fill();
    const whole = await rulebook.search(query);
    await own[Symbol.asyncDispose]();
    const { hits, degraded, modeUsed } = await rulebook.search(query);
    expect(hits.map(({ stored }) => stored.rule.id)[0]).toBe(whole.hits[0]?.stored.rule.id);
    expect(hits.every(({ scores }) => scores.dense === undefined)).toBe(true);
    expect([modeUsed, degraded]).toEqual(["hybrid", "vectors_incomplete"]);
    await expect(rulebook.search({ ...query, mode: "dense" })).rejects.toSatisfy((error) =>
      PreceptError.is(error, "STORE_FAILED"),
    );
  });

  it("applies the filters of a search to what it finds by meaning", async () => {
    const { meaning, rulebook } = await open(createMemoryStore({ epoch: "one", rules }));
    await meaning.fill();
    const { hits } = await rulebook.search({ text: "money", mode: "dense", filter: { tenant: shop, name: "tax" } });
    expect(hits.map(({ stored }) => stored.rule.id)).toEqual(["tax"]);
  });
});
