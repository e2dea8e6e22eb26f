import type { RuleStore, StoredRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import type { Driver, SqlValue } from "./driver.ts";
import { listRevisions } from "./list.ts";
import { readCurrent, readMany } from "./read.ts";
import { databasePath } from "../test/directory.ts";
import { openStore, openWithDriver } from "../test/open.ts";
import { buildRule, change, collect } from "../test/rules.ts";

const owners = {
  global: {},
  shop: { projectId: "shop" },
  ann: { userId: "ann" },
  "ann-shop": { projectId: "shop", userId: "ann" },
  blog: { projectId: "blog" },
};

async function fill(store: RuleStore): Promise<void> {
  for (const [id, owner] of Object.entries(owners)) await store.save(buildRule({ id, ...owner }));
}

const tenants = [
  [{}, ["global"]],
  [{ projectId: "shop" }, ["global", "shop"]],
  [{ userId: "ann" }, ["ann", "global"]],
  [{ projectId: "shop", userId: "ann" }, ["ann", "ann-shop", "global", "shop"]],
  [{ projectId: "shop", userId: "bob" }, ["global", "shop"]],
  [{ projectId: "\ud800" }, ["global"]],
] as const;

describe("a tenant sees its own rules and rules for all", () => {
  it.each(tenants)("%j", async (tenant, visible) => {
    const store = openStore();
    await fill(store);
    const ids = Object.keys(owners);
    const seen: string[] = [];
    for (const id of ids) {
      const stored = await store.get(id, { tenant });
      const revisions = await collect(store.history(id, { tenant }));
      expect(revisions.length).toBe(stored === undefined ? 0 : 1);
      if (stored !== undefined) seen.push(id);
    }
    expect(seen.toSorted()).toEqual(visible);
    expect([...(await store.getMany(ids, { tenant })).keys()].toSorted()).toEqual(visible);
    expect((await collect(store.listIds({ filter: { tenant } }))).map(({ id }) => id)).toEqual(visible);
  });
});

describe("getMany", () => {
  it("returns known rules once, in the order of the ids", async () => {
    const store = openStore();
    const stored: StoredRule[] = [];
    for (const id of ["a", "b\0", "😀"]) stored.push(await store.save(buildRule({ id, name: "x" })));
    const found = await store.getMany(["😀", "missing", "a", "b\0", "a", "\ud800"]);
    expect([...found.keys()]).toEqual(["😀", "a", "b\0"]);
    expect([...found.values()]).toEqual([stored[2], stored[0], stored[1]]);
    expect(await store.getMany([])).toEqual(new Map());
  });
});

it("reads thousands of rules, and lists more ids than one chunk", { tags: "slow" }, async () => {
  const store = openStore({ durability: "normal" });
  const ids = Array.from({ length: 5000 }, (_, position) => `r${String(position).padStart(5, "0")}`);
  await store.apply(ids.map((id) => ({ kind: "save", rule: buildRule({ id }) })));
  expect((await store.getMany(ids)).size).toBe(5000);
  expect((await collect(store.listIds())).map(({ id }) => id)).toEqual(ids);
});

describe("listIds", () => {
  it("lists the ids, revisions and cursors of the listed rules", async () => {
    const store = openStore();
    await fill(store);
    await change(store, "shop", {});
    const filter = { projectId: "shop" };
    const listed = await collect(store.list({ filter, limit: 3, cursor: "ann-shop" }));
    expect(await collect(store.listIds({ filter, limit: 3, cursor: "ann-shop" }))).toEqual(
      listed.map(({ rule, revision, cursor }) => ({ id: rule.id, revision, cursor })),
    );
    expect(listed.map(({ rule }) => rule.id)).toEqual(["global", "shop"]);
  });
});

describe("history", () => {
  it("continues before a revision, up to a limit, with times and reasons", async () => {
    let minute = 0;
    const store = openStore({ now: () => new Date(Date.UTC(2026, 10, 21, 9, minute)) });
    await store.save(buildRule({ id: "a" }), { reason: "imported" });
    minute += 1;
    const { revision } = await change(store, "a", { content: "two" });
    minute += 1;
    await store.delete("a");
    const all = await collect(store.history("a"));
    expect(all.map(({ at, reason, deleted }) => [at, reason, deleted])).toEqual([
      ["2026-11-21T09:02:00.000Z", undefined, true],
      ["2026-11-21T09:01:00.000Z", undefined, false],
      ["2026-11-21T09:00:00.000Z", "imported", false],
    ]);
    expect(await collect(store.history("a", { limit: 1 }))).toEqual(all.slice(0, 1));
    expect(await collect(store.history("a", { before: revision }))).toEqual(all.slice(2));
    expect(await collect(store.history("a", { before: all[0]?.revision, limit: 1 }))).toEqual(all.slice(1, 2));
    for (const before of ["99", "", "x", `0${revision}`, "\ud800"])
      expect(await collect(store.history("a", { before }))).toEqual([]);
  });

  it("contains only the revisions that the tenant could see", async () => {
    const store = openStore();
    await store.save(buildRule({ id: "a", content: "secret", projectId: "b" }));
    await change(store, "a", { content: "shared", projectId: undefined });
    const seen = await collect(store.history("a", { tenant: { projectId: "a" } }));
    expect(seen.map(({ rule }) => rule.content)).toEqual(["shared"]);
  });
});

it("reads of single rules use an index, with and without a tenant", async () => {
  const { store, driver } = openWithDriver({ path: databasePath() });
  await store.get("a");
  const plans: string[] = [];
  const explain = (sql: string, values: readonly SqlValue[]): void => {
    const steps = driver().all(`EXPLAIN QUERY PLAN ${sql}`, ...values) as readonly { readonly detail: string }[];
    plans.push(...steps.map(({ detail }) => detail));
  };
  const explaining: Driver = {
    ...driver(),
    all: (sql, ...values) => (explain(sql, values), driver().all(sql, ...values)),
    get: (sql, ...values) => (explain(sql, values), driver().get(sql, ...values)),
  };
  for (const tenant of [undefined, { projectId: "shop", userId: "ann" }]) {
    plans.length = 0;
    readCurrent(explaining, "a", tenant);
    expect(plans).toEqual(["SEARCH r USING PRIMARY KEY (id=?)", "SEARCH v USING INTEGER PRIMARY KEY (rowid=?)"]);
    plans.length = 0;
    readMany(explaining, ["a"], "sqlite", tenant);
    expect(plans.filter((step) => step.startsWith("SEARCH"))).toEqual([
      "SEARCH r USING PRIMARY KEY (id=?)",
      "SEARCH v USING INTEGER PRIMARY KEY (rowid=?)",
    ]);
    expect(plans.filter((step) => step.startsWith("SCAN")).join()).toMatch(/^SCAN w VIRTUAL TABLE/);
    plans.length = 0;
    await collect(listRevisions(() => explaining, "sqlite", "a", { tenant }));
    expect(plans).toEqual(["SEARCH v USING INDEX revisions_by_rule (rule_id=? AND revision<?)"]);
  }
});
