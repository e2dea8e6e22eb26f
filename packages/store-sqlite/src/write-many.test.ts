import type { StoreEvent } from "@precept/core";
import { describe, expect, it, vi } from "vitest";
import { databasePath } from "../test/directory.ts";
import { openStore, openWithDriver } from "../test/open.ts";
import { buildRule, change, collect, idsOf } from "../test/rules.ts";

describe("writeMany", () => {
  it("performs the writes in order, and a rejected one does not affect the others", async () => {
    const path = databasePath();
    const store = openStore({ path });
    const { revision } = await store.save(buildRule({ id: "old" }));
    const published: StoreEvent[] = [];
    store.subscribe((event) => published.push(event));
    const results = await store.writeMany([
      { kind: "save", rule: buildRule({ id: "a" }), reason: "new" },
      { kind: "save", rule: buildRule({ id: "a" }) },
      { kind: "save", rule: buildRule({ id: "b", replaces: ["b"] }) },
      { kind: "save", rule: buildRule({ id: "\ud800", name: "x" }) },
      { kind: "save", rule: buildRule({ id: "c", name: "a" }), uniqueName: true },
      { kind: "delete", id: "old", revision: "99" },
      { kind: "delete", id: "old", revision },
      { kind: "delete", id: "old" },
      { kind: "save", rule: buildRule({ id: "a", content: "two" }), upsert: true },
      { kind: "save", rule: buildRule({ id: "d" }), upsert: true },
    ]);
    expect(results.map((result) => (result.kind === "rejected" ? result.error.code : result.kind))).toEqual([
      "saved",
      "RULE_CONFLICT",
      "RULE_INVALID",
      "RULE_INVALID",
      "RULE_EXISTS",
      "RULE_CONFLICT",
      "deleted",
      "deleted",
      "saved",
      "saved",
    ]);
    expect(results.slice(6, 8)).toEqual([
      { kind: "deleted", existed: true },
      { kind: "deleted", existed: false },
    ]);
    const again = openStore({ path });
    expect(await idsOf(again)).toEqual(["a", "d"]);
    expect((await collect(again.history("a"))).map(({ reason, rule }) => [rule.content, reason])).toEqual([
      ["two", undefined],
      ["Text of a.", "new"],
    ]);
    expect(published).toMatchObject([
      {
        kind: "changed",
        saved: [{ rule: { id: "a", content: "two" } }, { rule: { id: "d" } }],
        deleted: ["old"],
        token: await again.etag(),
      },
    ]);
  });

  it("publishes nothing if all writes are rejected", async () => {
    const store = openStore();
    await store.save(buildRule({ id: "a" }));
    const token = await store.etag();
    const published: StoreEvent[] = [];
    store.subscribe((event) => published.push(event));
    const results = await store.writeMany([{ kind: "save", rule: buildRule({ id: "a" }) }]);
    expect(results).toMatchObject([{ kind: "rejected", error: { code: "RULE_CONFLICT" } }]);
    expect(published).toEqual([]);
    expect(await store.etag()).toBe(token);
  });

  it("writes nothing if the disk is full", async () => {
    const { store, driver } = openWithDriver({ path: databasePath() });
    await store.save(buildRule({ id: "a" }));
    const { page_count: pages } = driver().get("PRAGMA page_count") as { page_count: number };
    driver().exec(`PRAGMA max_page_count = ${pages + 2}`);
    const writes = [buildRule({ id: "small" }), buildRule({ id: "large", content: "x".repeat(1_000_000) })];
    await expect(store.writeMany(writes.map((rule) => ({ kind: "save", rule })))).rejects.toMatchObject({
      code: "STORE_FAILED",
      details: { retryable: false },
    });
    driver().exec("PRAGMA max_page_count = 1000000");
    expect(await idsOf(store)).toEqual(["a"]);
    expect(await store.writeMany(writes.map((rule) => ({ kind: "save", rule })))).toMatchObject([
      { kind: "saved" },
      { kind: "saved" },
    ]);
  });

  it("writes any number of rules in one transaction, with a constant number of statements per rule", async () => {
    const { store, driver } = openWithDriver({ path: databasePath() });
    await store.save(buildRule({ id: "first" }));
    const transactions = vi.spyOn(driver(), "transaction");
    const statements = vi.spyOn(driver(), "run");
    const perRule: number[] = [];
    for (const count of [100, 1000]) {
      transactions.mockClear();
      statements.mockClear();
      const writes = Array.from({ length: count }, (_, at) => ({
        kind: "save" as const,
        rule: buildRule({ id: `${count}-${at}` }),
      }));
      expect((await store.writeMany(writes)).every(({ kind }) => kind === "saved")).toBe(true);
      expect(transactions).toHaveBeenCalledTimes(1);
      perRule.push(Math.ceil(statements.mock.calls.length / count));
    }
    expect(perRule[1]).toBeLessThanOrEqual(perRule[0] ?? 0);
  });

  it("accepts no writes", async () => {
    expect(await openStore().writeMany([])).toEqual([]);
  });
});

describe("an upsert", () => {
  it("creates a rule, or replaces any revision of it", async () => {
    const store = openStore();
    const first = await store.save(buildRule({ id: "a", content: "one" }), { upsert: true });
    await change(store, "a", { content: "two" });
    const third = await store.save(buildRule({ id: "a", content: "three" }), { upsert: true });
    expect(third.rule).toMatchObject({ content: "three", version: 3, createdAt: first.rule.createdAt });
  });

  it("checks the name only of a new rule", async () => {
    const store = openStore();
    await store.save(buildRule({ id: "a", name: "x" }));
    await store.save(buildRule({ id: "b", name: "x" }));
    await store.save(buildRule({ id: "a", name: "x" }), { upsert: true, uniqueName: true });
    const added = store.save(buildRule({ id: "c", name: "x" }), { upsert: true, uniqueName: true });
    await expect(added).rejects.toMatchObject({ code: "RULE_EXISTS" });
  });
});

it("a name is taken only by rules of an overlapping project and user", async () => {
  const store = openStore();
  const unique = (id: string, owner: object) => store.save(buildRule({ id, name: "x", ...owner }), { uniqueName: true });
  await unique("1", { projectId: "a", userId: "ann" });
  await unique("2", { projectId: "b" });
  await unique("3", { projectId: "a", userId: "bob" });
  for (const owner of [{}, { projectId: "a" }, { userId: "ann" }, { projectId: "b", userId: "cid" }, { userId: "cid" }]) {
    await expect(unique("4", owner)).rejects.toMatchObject({ code: "RULE_EXISTS" });
  }
  await unique("4", { projectId: "a", userId: "cid" });
});
