import { createRule, type RuleStore } from "@precept/core";
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
    const tables = { rules: "id", revisions: "rule_id", search_documents: "rule_id", search_owners: "coalesce(project_id, '-')" };
    const idsIn = async (table: keyof typeof tables, tenant?: object) => {
      const statement = condition(`SELECT ${tables[table]} AS id FROM ${table} ORDER BY 1`);
      return (await database.query<{ id: string }>(statement, { tenant })).map(({ id }) => id);
    };
    for (const table of ["rules", "revisions", "search_documents"] as const) {
      expect(await idsIn(table, { projectId: "shop", userId: "ada" })).toEqual(["r0", "r1", "r2", "r3"]);
      expect(await idsIn(table, { projectId: "shop" })).toEqual(["r0", "r1"]);
      expect(await idsIn(table, { projectId: "" })).toEqual(["r0", "r5"]);
      expect(await idsIn(table, {})).toEqual(["r0"]);
      // Not the tenant of the last statement of the connection.
      expect(await idsIn(table)).toHaveLength(6);
    }
    expect(await idsIn("search_owners", { projectId: "shop" })).toEqual(["-", "shop"]);
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
