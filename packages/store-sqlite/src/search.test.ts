import { setTimeout } from "node:timers/promises";
import { createRule, PreceptError, type RuleInput, type RuleStore, type SearchQuery } from "@precept/core";
import { describeRuleSearch } from "@precept/store-testkit";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBetterSqlite3 } from "./better-sqlite3.ts";
import { openNodeSqlite } from "./node-sqlite.ts";
import { rebuildSearchIndex } from "./search-maintenance.ts";
import { createStoreOver } from "./store.ts";
import type { SqliteStoreOptions } from "./options.ts";
import { databasePath } from "../test/directory.ts";
import { createTestEmbedder, failToEmbed } from "../test/embedder.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule } from "../test/rules.ts";
import { found, searchByModel } from "../test/search-model.ts";

const drivers = { "better-sqlite3": openBetterSqlite3, "node:sqlite": openNodeSqlite };

async function idsFound(store: RuleStore, query: SearchQuery | string): Promise<readonly string[]> {
  const { hits } = await store.search(typeof query === "string" ? { text: query } : query);
  return hits.map(({ stored }) => stored.rule.id);
}

async function saveAll(store: RuleStore, rules: readonly Partial<RuleInput>[]): Promise<void> {
  await store.apply(rules.map((rule) => ({ kind: "save", rule: buildRule(rule) }) as const));
}

/** Waits until all rules that a query can find have vectors. */
async function embedded(store: RuleStore, query: SearchQuery): Promise<void> {
  while ((await store.search({ ...query, mode: "hybrid" })).degraded !== undefined) await setTimeout(1);
}

describe.each(Object.entries(drivers))("search over %s", (driver, open) => {
  const openOver = (options: Partial<SqliteStoreOptions> = {}): RuleStore => {
    const store = createStoreOver(open, { path: databasePath(), durability: "normal", ...options });
    onTestFinished(() => store[Symbol.asyncDispose]());
    return store;
  };

  describeRuleSearch(`SQLite over ${driver}`, {
    open: async () => createStoreOver(open, { path: databasePath(), durability: "normal" }),
    runs: propertyRuns({ sample: 20, full: 100 }),
  });

  it("finds rules by words, with the fields of the rule weighed", async () => {
    const store = openOver();
    await saveAll(store, [
      { id: "content", name: "a", content: "Write migrations for the database." },
      { id: "name", name: "Database migrations", content: "b" },
      { id: "other", name: "c", content: "Use gofmt." },
    ]);
    const result = await store.search({ text: "database migration" });
    expect(result).toMatchObject({ modeUsed: "sparse", degraded: "no_embedder", total: 2, isCut: false });
    expect(result.hits.map(({ stored }) => stored.rule.id)).toEqual(["name", "content"]);
    expect(result.hits[0]?.scores.sparse).toBeLessThanOrEqual(1);
    expect(result.hits[0]?.stored).toEqual(await store.get("name"));
  });

  it("does not correct to a word of deleted rules", async () => {
    const store = openOver();
    await saveAll(store, [
      { id: "near", name: "a", content: "database" },
      { id: "far", name: "b", content: "databaxxe" },
    ]);
    await store.delete("near");
    expect(await idsFound(store, "databaze")).toEqual(["far"]);
  });

  it("finds rules by meaning when they have vectors", async () => {
    const embedder = createTestEmbedder();
    const store = openOver({ embedder });
    await saveAll(store, [
      { id: "a", content: "alpha beta" },
      { id: "b", content: "gamma delta" },
    ]);
    const first = await store.search({ text: "alpha beta" });
    expect(first).toMatchObject({ modeUsed: "hybrid", degraded: "vectors_incomplete" });
    await expect.poll(async () => (await store.search({ text: "alpha beta" })).degraded).toBeUndefined();
    const { hits, modeUsed } = await store.search({ text: "alpha beta", mode: "dense", minScores: { dense: -1 } });
    expect(modeUsed).toBe("dense");
    expect(hits.map(({ stored }) => stored.rule.id)).toEqual(["a", "b"]);
    expect(hits[0]?.scores).toEqual({ dense: expect.any(Number) });
  });

  it("finds the same rules as a comparison with each rule, after any writes", async () => {
    const embedder = createTestEmbedder();
    const text = fc
      .array(fc.constantFrom("alpha", "beta", "gamma", "the", "delta", "alpah"), { maxLength: 4 })
      .map((words) => words.join(" "));
    const id = fc.constantFrom("a", "A", "b", "c", "a%", "p1");
    const owner = fc.constantFrom(undefined, "p1", "p10", "P1", "p%", "p 1", "é", "e\u0301", "");
    const rule = fc.record({
      id,
      name: text.map((name) => `n ${name}`),
      content: text,
      tags: fc.subarray(["t1", "t2"]),
      projectId: owner,
      userId: owner,
      scope: fc.constantFrom("global", "project", "user"),
      enabled: fc.constantFrom(true, true, false),
      pending: fc.constantFrom(false, false, true),
      category: fc.constantFrom("preference", "behavior", undefined),
      authority: fc.constantFrom("absolute", "default"),
      contexts: fc.subarray(["x", "y"]),
      targets: fc.subarray(["claude", "cursor"]),
      replaces: fc.constantFrom([], [], ["a"], ["c"]),
    });
    const write = fc.oneof(
      { weight: 4, arbitrary: rule.map((input) => ({ kind: "save", input }) as const) },
      { weight: 1, arbitrary: id.map((deleted) => ({ kind: "delete", id: deleted }) as const) },
      { weight: 1, arbitrary: rule.map((input) => ({ kind: "rollback", input }) as const) },
    );
    const tenant = fc.record({ projectId: owner, userId: owner });
    const filter = fc.record(
      {
        tenant,
        owner: tenant,
        projectId: owner.filter((value) => value !== undefined),
        userId: owner.filter((value) => value !== undefined),
        scope: fc.constantFrom("project", "user"),
        status: fc.subarray(["active", "superseded", "disabled", "pending"]),
        tags: fc.subarray(["t1", "t2"]),
        category: fc.constantFrom("preference", "behavior"),
        authority: fc.constantFrom("absolute", "default"),
        context: fc.constantFrom("x", "z"),
        target: fc.constantFrom("claude", "z"),
        enabled: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const query = fc.record({ text, mode: fc.constantFrom("hybrid", "sparse", "dense"), filter, limit: fc.constant(20) });
    const store = openOver({ embedder });
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 1, maxLength: 12 }),
        fc.array(query, { minLength: 1, maxLength: 3 }),
        async (writes, queries) => {
          for (const one of writes) await perform(store, one);
          for (const one of queries) {
            const wanted = one as SearchQuery;
            await embedded(store, wanted);
            expect(found(await store.search(wanted))).toEqual(found(await searchByModel(store, wanted, embedder)));
          }
        },
      ),
      { numRuns: propertyRuns({ sample: 40, full: 100 }) },
    );
  });

  it("lists the hits in pages that are together one large page", async () => {
    const embedder = createTestEmbedder();
    const store = openOver({ embedder });
    const words = ["alpha", "beta", "gamma", "delta"];
    const rules = Array.from({ length: 40 }, (__, index) => ({
      id: `r${index}`,
      content: words.filter((___, bit) => ((index >> bit) & 1) === 1).join(" "),
    }));
    await saveAll(store, rules);
    await expect.poll(async () => (await store.search({ text: "alpha" })).degraded).toBeUndefined();
    const anyQuery = fc.record({
      text: fc.subarray(words, { minLength: 1 }).map((chosen) => chosen.join(" ")),
      mode: fc.constantFrom("hybrid", "sparse", "dense"),
      minScores: fc.constantFrom({}, { sparse: 0.3 }, { dense: 0.2 }, { sparse: 0.2, dense: 0.5 }),
    });
    await fc.assert(
      fc.asyncProperty(anyQuery, fc.integer({ min: 1, max: 9 }), async (query, limit) => {
        const all = await store.search({ ...(query as SearchQuery), limit: 1000 });
        const pages = [await store.search({ ...(query as SearchQuery), limit })];
        for (let { cursor } = pages[0] ?? {}; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
          pages.push(await store.search({ ...(query as SearchQuery), limit, cursor }));
        }
        expect(pages.flatMap(({ hits }) => hits)).toEqual(all.hits);
        expect(all.total).toBe(all.hits.length);
        expect(pages.every(({ total }) => total === all.total)).toBe(true);
      }),
      { numRuns: propertyRuns({ sample: 40, full: 100 }) },
    );
  });
});

type Write =
  | { readonly kind: "save" | "rollback"; readonly input: Partial<RuleInput> & { readonly id: string } }
  | { readonly kind: "delete"; readonly id: string };

/** Writes, and ignores that a rule would supersede itself. */
async function perform(store: RuleStore, write: Write): Promise<void> {
  try {
    if (write.kind === "delete") await store.delete(write.id);
    else if (write.kind === "save") await store.save(createRule({ name: "x", ...write.input }), { upsert: true });
    else {
      const { id } = write.input;
      const rule = createRule({ name: "x", ...write.input });
      // The second write fails, so the first one is rolled back.
      await store.apply([
        { kind: "save", rule, upsert: true },
        { kind: "delete", id, revision: "no such revision" },
      ]);
    }
  } catch (error) {
    if (!PreceptError.is(error, "RULE_INVALID") && !PreceptError.is(error, "RULE_CONFLICT")) throw error;
  }
}

describe("owners", () => {
  it("get `vectors_incomplete` only for rules that they see", async () => {
    const onEmbed = (texts: readonly string[]) => void (texts.some((text) => text.includes("rejected")) && failToEmbed());
    const store = openStore({ embedder: createTestEmbedder({ onEmbed }) });
    await saveAll(store, [
      { id: "other", content: "rejected", projectId: "other" },
      { id: "own", content: "alpha", projectId: "own" },
    ]);
    const own = { text: "alpha", filter: { tenant: { projectId: "own" } } };
    await embedded(store, own);
    expect(await store.search(own)).toMatchObject({ total: 1, modeUsed: "hybrid" });
    expect((await store.search({ text: "alpha" })).degraded).toBe("vectors_incomplete");
  });

  it("are not found as words", async () => {
    const store = openStore();
    await saveAll(store, [{ id: "a", content: "x", projectId: "secret", scope: "project" }]);
    for (const text of ["_p", "_u", "_sproject", "secret", "u"]) expect(await idsFound(store, text)).toEqual([]);
  });
});

describe("degraded searches", () => {
  it("refuse vectors without an embedder", async () => {
    const store = openStore();
    await expect(store.search({ text: "a", mode: "dense" })).rejects.toMatchObject({ code: "SEARCH_MODE_UNAVAILABLE" });
    expect(await store.search({ text: "a", mode: "sparse" })).toEqual({ hits: [], modeUsed: "sparse", total: 0, isCut: false });
  });

  it("use words if the embedder fails", async () => {
    const store = openStore({ embedder: createTestEmbedder({ onEmbed: failToEmbed }) });
    await saveAll(store, [{ id: "a", content: "alpha" }]);
    const result = await store.search({ text: "alpha" });
    expect(result).toMatchObject({ modeUsed: "sparse", degraded: "embedder_failed", total: 1 });
    await expect(store.search({ text: "alpha", mode: "dense" })).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
  });

  it("reject an invalid limit or cursor before the embedder is called", async () => {
    let calls = 0;
    const store = openStore({ embedder: createTestEmbedder({ onEmbed: () => void (calls += 1) }) });
    await expect(store.search({ text: "a", limit: 0 })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
    await expect(store.search({ text: "a", cursor: "x" })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
    expect(calls).toBe(0);
  });

  it("are rejected with the reason if SQLite has no FTS5, and other calls work", async () => {
    const path = databasePath();
    const withoutFts5 = createStoreOver(
      (options) => {
        const driver = openBetterSqlite3(options);
        return {
          ...driver,
          get: (sql, ...values) => (sql.includes("pragma_module_list") ? undefined : driver.get(sql, ...values)),
        };
      },
      { path },
    );
    await withoutFts5.save(buildRule({ id: "a", content: "alpha" }));
    expect(withoutFts5.capabilities.search).toBe(false);
    await expect(withoutFts5.search({ text: "alpha" })).rejects.toThrow("no FTS5");
    await withoutFts5[Symbol.asyncDispose]();

    // A SQLite with FTS5 catches up.
    const store = openStore({ path });
    expect(store.capabilities.search).toBe(true);
    expect(await idsFound(store, "alpha")).toEqual(["a"]);
  });
});

it("finds the other rules of a file that contains an invalid one", async () => {
  const path = databasePath();
  const first = openStore({ path });
  await saveAll(first, [{ id: "a", content: "alpha" }]);
  await first[Symbol.asyncDispose]();
  const driver = openDriver(path);
  const { rowid } = driver.run("INSERT INTO revisions (rule_id, deleted, written_at, rule) VALUES ('b', 0, '', '{}')");
  driver.run(
    "INSERT INTO rules (id, revision, name, scope, inclusion, enabled, pending, authority, priority, updated_at) " +
      "VALUES ('b', ?, 'b', 'project', 'always', 1, 0, 'default', 50, '')",
    rowid,
  );
  const store = openStore({ path });
  expect(await idsFound(store, "alpha")).toEqual(["a"]);
  await saveAll(store, [{ id: "c", content: "alpha" }]);
  expect(await idsFound(store, "alpha")).toEqual(["a", "c"]);
});

it("searches a file that is opened read-only", async () => {
  const path = databasePath();
  const writer = openStore({ path });
  await saveAll(writer, [{ id: "a", content: "alpha" }]);
  const reader = openStore({ path, readOnly: true, embedder: createTestEmbedder() });
  expect(await reader.search({ text: "alpha" })).toMatchObject({ total: 1, degraded: "vectors_incomplete" });
});

it("has an index that is equal to a rebuilt one, and intact, after any writes", async () => {
  const path = databasePath();
  const store = openStore({ path, durability: "normal" });
  const driver = openDriver(path);
  const words = fc
    .array(fc.constantFrom("alpha", "beta", "gamma", "नमस्ते", "数据库"), { maxLength: 5 })
    .map((all) => all.join(" "));
  const input = fc.record({
    id: fc.constantFrom("a", "b", "c", "d"),
    content: words,
    projectId: fc.constantFrom(undefined, "p"),
  });
  const write = fc.oneof(
    input.map((rule) => ({ kind: "save", input: rule }) as const),
    input.map((rule) => ({ kind: "rollback", input: rule }) as const),
    fc.constantFrom("a", "b", "c").map((id) => ({ kind: "delete", id }) as const),
  );
  const dump = () => ({
    documents: driver.all(
      "SELECT d.rule_id, d.length, d.index_digest, d.text_digest, f.terms, f.owner FROM search_documents d JOIN search_index f ON f.rowid = d.document ORDER BY 1",
    ),
    counts: driver.all("SELECT documents, length, (SELECT count(*) FROM search_index) AS indexed FROM search_state"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
      for (const one of writes) await perform(store, one);
      const before = dump();
      driver.run("INSERT INTO search_index (search_index) VALUES ('integrity-check')");
      await rebuildSearchIndex({ path });
      expect(dump()).toEqual(before);
    }),
    { numRuns: propertyRuns({ sample: 40, full: 100 }) },
  );
});
