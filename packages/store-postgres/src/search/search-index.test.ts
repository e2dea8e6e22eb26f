import { createRule, type RuleStore } from "@precept/core";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPostgresStore } from "../store.ts";
import { newSchema, openStore, url as served } from "../../test/open.ts";
import { progress } from "./update-index.ts";

const url = served ?? "";

const rule = (id: string, content: string) => createRule({ id, name: id, content });

function closeLater(store: RuleStore): RuleStore {
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

async function idsFound(store: RuleStore, text: string): Promise<readonly string[]> {
  return (await store.search({ text })).hits.map(({ stored }) => stored.rule.id);
}

describe.skipIf(url === "")("the index of PostgreSQL", () => {
  it("gets the rules of a program that does not update it, as older versions", async () => {
    const schema = newSchema();
    const older = closeLater(await openStore({ schema, search: false }));
    await older.apply(
      Array.from({ length: 1100 }, (_, at) => ({ kind: "save", rule: rule(`r${at}`, at === 7 ? "alpha zebra" : "alpha") })),
    );
    await older.delete("r7");
    const store = closeLater(await openStore({ schema }));
    expect(await store.search({ text: "alpha", limit: 1 })).toMatchObject({ total: 1000, isCut: true, degraded: "no_embedder" });
    expect(await idsFound(store, "zebra")).toEqual([]);
    await older.save(rule("r7", "alpha beta"));
    expect(await idsFound(store, "beta")).toEqual(["r7"]);
    await expect(older.search({ text: "beta" })).rejects.toMatchObject({ code: "STORE_CAPABILITY_MISSING" });
    await expect(store.search({ text: "beta", mode: "dense" })).rejects.toMatchObject({ code: "SEARCH_MODE_UNAVAILABLE" });
  });

  it("counts the rules of each owner after any of them changed, moved and was deleted", async () => {
    const schema = newSchema();
    const stores = [closeLater(await openStore({ schema })), closeLater(await openStore({ schema }))] as const;
    const owners = [{}, { projectId: "p" }, { projectId: "p", userId: "u" }];
    await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const store = stores[at % 2] as RuleStore;
        const id = `r${at % 6}`;
        if (at % 5 === 4) await store.delete(id);
        else await store.save({ ...rule(id, `word ${"more ".repeat(at)}`), ...owners[at % 3] }, { upsert: true });
      }),
    );
    await Promise.all(stores.map((store) => store.search({ text: "word" })));
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    onTestFinished(() => sql.end());
    const counted = await sql.unsafe(`SELECT key, documents::int, length::int FROM ${schema}.search_owners ORDER BY key`);
    const actual = await sql.unsafe(
      `SELECT jsonb_build_array(project_id, user_id)::text AS key, count(*)::int AS documents, sum(length)::int AS length
       FROM ${schema}.search_documents GROUP BY project_id, user_id ORDER BY 1`,
    );
    expect([...counted]).toEqual(actual.map(({ key, ...counts }) => ({ key: String(key).replace(", ", ","), ...counts })));
    const ids = await sql.unsafe(`SELECT rule_id AS id FROM ${schema}.search_documents EXCEPT SELECT id FROM ${schema}.rules`);
    expect([...ids]).toEqual([]);
  });

  it("is searched by a read-only store, which says if it is not up to date", async () => {
    const schema = newSchema();
    const writer = await openStore({ schema });
    await writer.save(rule("a", "alpha"));
    // It would index the next rule too, if that comes soon.
    await writer[Symbol.asyncDispose]();
    const reader = closeLater(createPostgresStore({ url, schema, readOnly: true, statementTimeoutMs: 1000 }));
    expect(await idsFound(reader, "alpha")).toEqual(["a"]);
    await closeLater(await openStore({ schema, search: false })).save(rule("b", "alpha"));
    await expect(reader.search({ text: "alpha" })).rejects.toMatchObject({
      code: "STORE_FAILED",
      details: { retryable: true },
      message: expect.stringContaining("its search index is being built"),
    });
  });

  it("says whether it is complete without reading all revisions", async () => {
    const schema = newSchema();
    const store = closeLater(await openStore({ schema }));
    await store.apply(Array.from({ length: 300 }, (_, at) => ({ kind: "save", rule: rule(`r${at}`, "alpha") })));
    await store.search({ text: "alpha" });
    const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { search_path: schema } });
    onTestFinished(() => sql.end());
    const plan = await sql.unsafe(`EXPLAIN (ANALYZE) ${progress}`);
    const lines = plan.map((row) => String(row["QUERY PLAN"]));
    expect(lines.find((line) => line.includes("revisions"))).toMatch(/revisions_in_order.*rows=1 /);
  });

  it("is complete when a program ends that wrote", async () => {
    const schema = newSchema();
    const writer = await openStore({ schema });
    await writer.save(rule("a", "alpha"));
    await writer[Symbol.asyncDispose]();
    const reader = closeLater(createPostgresStore({ url, schema, readOnly: true }));
    expect(await idsFound(reader, "alpha")).toEqual(["a"]);
  });
});
