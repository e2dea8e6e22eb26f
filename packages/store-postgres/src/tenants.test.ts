import { createRule, type RuleStore, type Tenant } from "@precept/core";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { condition } from "./condition.ts";
import { openDatabase } from "./database.ts";
import { completeOptions } from "./options.ts";
import { newSchema, openStore, url as served } from "../test/open.ts";

const url = served ?? "";

/** A database as a user for whom row-level security holds: a superuser sees all rows. */
async function createOwner(schema: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  await sql.unsafe(`CREATE ROLE ${schema} LOGIN; CREATE SCHEMA ${schema} AUTHORIZATION ${schema}`);
  const owned = new URL(url);
  owned.username = schema;
  return owned.href;
}

function closeLater<Closable extends AsyncDisposable>(one: Closable): Closable {
  onTestFinished(() => one[Symbol.asyncDispose]());
  return one;
}

async function saveForTenants(store: RuleStore): Promise<void> {
  const owners = [
    {},
    { projectId: "shop" },
    { projectId: "shop", userId: "ada" },
    { userId: "ada" },
    { projectId: "other" },
    { projectId: "" },
  ];
  const rules = owners.map((owner, at) => createRule({ id: `r${at}`, name: `r${at}`, content: "secret", ...owner }));
  await store.apply(rules.map((rule) => ({ kind: "save", rule })));
  await store.search({ text: "secret" });
}

describe.skipIf(url === "")("row-level security", () => {
  it("hides the rows of other tenants from statements that do not filter them", async () => {
    const schema = newSchema();
    const options = { url: await createOwner(schema), schema };
    await saveForTenants(closeLater(await openStore(options)));
    const database = openDatabase(completeOptions(options));
    onTestFinished(() => database.close());
    const statements = {
      revisions: condition("SELECT rule_id AS id FROM revisions ORDER BY 1"),
      // What `get` and `list` read, and the candidates of a search, each without its conditions.
      rules: condition("SELECT r.id FROM rules r JOIN revisions v ON v.revision = r.revision ORDER BY 1"),
      hits: condition(
        "SELECT d.rule_id AS id FROM search_documents d JOIN rules r ON r.id = d.rule_id JOIN revisions v ON v.revision = r.revision ORDER BY 1",
      ),
    };
    for (const statement of Object.values(statements)) {
      const idsFor = async (tenant?: Tenant) => (await database.query<{ id: string }>(statement, { tenant })).map(({ id }) => id);
      expect(await idsFor({ projectId: "shop", userId: "ada" })).toEqual(["r0", "r1", "r2", "r3"]);
      expect(await idsFor({ projectId: "shop" })).toEqual(["r0", "r1"]);
      expect(await idsFor({ projectId: "" })).toEqual(["r0", "r5"]);
      expect(await idsFor({})).toEqual(["r0"]);
      // Not the tenant of the last statement of the connection.
      expect(await idsFor()).toHaveLength(6);
    }
  });

  it("does not keep indexes from being used by a user for whom it holds", async () => {
    const schema = newSchema();
    const options = { url: await createOwner(schema), schema };
    await saveForTenants(closeLater(await openStore(options)));
    const database = openDatabase(completeOptions(options));
    onTestFinished(() => database.close());
    const plan = async (sql: string) => {
      const rows = await database.transaction(async (queries) => {
        await queries.query(condition("SET LOCAL enable_seqscan = off"));
        return queries.query<{ "QUERY PLAN": string }>(condition(`EXPLAIN ${sql}`));
      });
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    expect(await plan("SELECT FROM rules r JOIN rules s ON s.replaces @> ARRAY[r.id]")).toContain("rules_by_replaces");
    expect(await plan("SELECT FROM rules r WHERE r.tags @> ARRAY['a']")).toContain("rules_by_tags");
    expect(await plan("SELECT FROM search_documents d WHERE d.terms && ARRAY['a']")).toContain("search_documents_by_term");
    expect(await plan("SELECT FROM revisions v WHERE (v.position, v.revision) > (1, 1)")).toContain("revisions_in_order");
  });

  it("changes no answer of the store", async () => {
    const schema = newSchema();
    const store = closeLater(await openStore({ url: await createOwner(schema), schema, maxConnections: 1 }));
    const start = await store.etag();
    await saveForTenants(store);
    const tenant = { projectId: "shop", userId: "ada" };
    const listed: string[] = [];
    for await (const { rule } of store.list({ filter: { tenant } })) listed.push(rule.id);
    expect(listed).toEqual(["r0", "r1", "r2", "r3"]);
    expect((await store.search({ text: "secret", filter: { tenant } })).total).toBe(4);
    expect([...(await store.getMany(["r1", "r4"], { tenant })).keys()]).toEqual(["r1"]);
    expect(await store.get("r4", { tenant })).toBeUndefined();
    const changes = await store.changesSince(start, { filter: { tenant } });
    expect(changes.kind === "changed" && changes.saved.map(({ rule }) => rule.id)).toEqual(["r0", "r1", "r2", "r3"]);
    expect(await store.get("r4")).toBeDefined();
  });
});
