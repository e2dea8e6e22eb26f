import { describe, expect, it } from "vitest";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { createSqliteStore } from "./store.ts";
import { databasePath } from "./testing/directory.ts";
import { openDriver, openStore, openWithDriver } from "./testing/open.ts";
import { aRule, change, collect, idsOf } from "./testing/rules.ts";

describe("times", () => {
  function openWithClock(path = databasePath()) {
    let minute = 0;
    const store = openStore({ path, now: () => new Date(Date.UTC(2026, 10, 21, 9, minute)) });
    return { store, passMinute: () => (minute += 1) };
  }

  it("are set by the store: the first save where nobody knows it, and every save", async () => {
    const { store, passMinute } = openWithClock();
    const first = await store.save(aRule({ id: "a", updatedAt: "1999-01-01T00:00:00.000Z" }));
    expect(first.rule).toMatchObject({ createdAt: "2026-11-21T09:00:00.000Z", updatedAt: "2026-11-21T09:00:00.000Z" });
    passMinute();
    const second = await store.save(aRule({ id: "a" }), { revision: first.revision });
    expect(second.rule).toMatchObject({ createdAt: "2026-11-21T09:00:00.000Z", updatedAt: "2026-11-21T09:01:00.000Z" });
  });

  it("keep the creation that a rule comes with", async () => {
    const { store } = openWithClock();
    const { rule } = await store.save(aRule({ id: "a", createdAt: "2020-01-01T00:00:00.000Z" }));
    expect(rule.createdAt).toBe("2020-01-01T00:00:00.000Z");
  });

  it("are written with each revision, its end included", async () => {
    const path = databasePath();
    const { store, passMinute } = openWithClock(path);
    await store.save(aRule({ id: "a" }));
    passMinute();
    await store.delete("a");
    expect(openDriver(path).all("SELECT deleted, written_at FROM revisions ORDER BY revision")).toEqual([
      { deleted: 0, written_at: "2026-11-21T09:00:00.000Z" },
      { deleted: 1, written_at: "2026-11-21T09:01:00.000Z" },
    ]);
  });
});

describe("history", () => {
  it("tells every revision, newest first, over more of them than are read at once", async () => {
    const store = openStore();
    for (let count = 0; count < 600; count += 1) await change(store, "a", { content: String(count) });
    const revisions = await collect(store.history("a"));
    expect(revisions.map(({ rule }) => rule.content)).toEqual(Array.from({ length: 600 }, (_, at) => String(599 - at)));
    expect(revisions.map(({ rule }) => rule.version)).toEqual(Array.from({ length: 600 }, (_, at) => 600 - at));
    expect(new Set(revisions.map(({ revision }) => revision)).size).toBe(600);
  });

  it("goes on with a rule that is deleted and saved again: versions count on, revisions never come again", async () => {
    const path = databasePath();
    const store = openStore({ path });
    const first = await store.save(aRule({ id: "a", version: 7 }));
    await store.delete("a");
    await store[Symbol.asyncDispose]();
    const again = await openStore({ path }).save(aRule({ id: "a" }));
    expect(again.rule.version).toBe(8);
    expect(Number(again.revision)).toBeGreaterThan(Number(first.revision) + 1);
    const told = (await collect(openStore({ path }).history("a"))).map(({ rule, deleted }) => [rule.version, deleted]);
    expect(told).toEqual([
      [8, false],
      [7, true],
      [7, false],
    ]);
  });

  it("never gives a revision twice, even where somebody takes the newest ones out of the file", async () => {
    const path = databasePath();
    const store = openStore({ path });
    await store.save(aRule({ id: "a" }));
    await store.delete("a");
    openDriver(path).exec("DROP TRIGGER revisions_last; DELETE FROM revisions");
    expect((await store.save(aRule({ id: "a" }))).revision).toBe("3");
  });

  it("can't be changed, not even with SQL", async () => {
    const path = databasePath();
    await openStore({ path }).save(aRule({ id: "a" }));
    const driver = openDriver(path);
    expect(() => driver.exec("UPDATE revisions SET rule = '{}'")).toThrow("a revision is never changed");
    expect(() => driver.exec("DELETE FROM revisions")).toThrow("a revision is never deleted");
  });
});

describe("replacements", () => {
  it("may be chains, diamonds, and of rules that are not there; never rings, however long", async () => {
    const store = openStore();
    await store.save(aRule({ id: "1", replaces: ["0", "missing"] }));
    for (let at = 2; at <= 30; at += 1) await store.save(aRule({ id: String(at), replaces: [String(at - 1), "missing"] }));
    await store.save(aRule({ id: "diamond", replaces: ["30", "29"] }));
    await expect(change(store, "1", { replaces: ["diamond"] })).rejects.toMatchObject({
      code: "RULE_INVALID",
      message: expect.stringContaining("it would supersede itself (1 → diamond → 29 → 28 → ") as string,
    });
    await expect(store.save(aRule({ id: "self", replaces: ["self"] }))).rejects.toThrow("(self → self)");
    expect(await idsOf(store, { filter: { status: ["active"] } })).toEqual(["diamond"]);
    await store.delete("15");
    await change(store, "1", { replaces: ["diamond"] });
    expect(await idsOf(store, { filter: { status: ["active"] } })).toEqual(["14"]);
  });

  it("count from every file of the same rules: another process's replacements are refused as rings too", async () => {
    const path = databasePath();
    await openStore({ path }).save(aRule({ id: "a", replaces: ["b"] }));
    await expect(openStore({ path }).save(aRule({ id: "b", replaces: ["a"] }))).rejects.toMatchObject({ code: "RULE_INVALID" });
  });
});

describe("texts that SQLite can't hold", () => {
  const half = "\ud83d";

  it.each(["id", "name", "projectId", "userId"] as const)("are refused as %s", async (field) => {
    const store = openStore();
    await expect(store.save(aRule({ id: "a", name: "a", [field]: half }))).rejects.toMatchObject({
      code: "RULE_INVALID",
      message: expect.stringContaining(`${field}: half of a surrogate pair`) as string,
    });
    expect(await idsOf(store)).toEqual([]);
  });

  it.each(["tags", "targets", "contexts", "replaces"] as const)("are refused among %s", async (field) => {
    await expect(openStore().save(aRule({ [field]: ["a", half] }))).rejects.toMatchObject({ code: "RULE_INVALID" });
  });

  it("are found nowhere, least of all where their replacement is", async () => {
    const store = openStore();
    await store.save(aRule({ id: "\ufffd", tags: ["\ufffd"], targets: ["\ufffd"], projectId: "\ufffd" }));
    expect(await store.get(half)).toBeUndefined();
    expect(await store.delete(half)).toBe(false);
    expect(await collect(store.history(half))).toEqual([]);
    for (const filter of [{ name: half }, { tags: [half] }, { target: half }, { projectId: half }]) {
      expect(await idsOf(store, { filter })).toEqual([]);
    }
    await store.recordUse([half], "2026-11-21T00:00:00.000Z");
    expect(await store.usage([half, "\ufffd"])).toEqual(new Map());
    expect(await idsOf(store)).toEqual(["\ufffd"]);
  });
});

describe("a store for reading alone", () => {
  it("reads, follows what others write, and says what it can't do", async () => {
    const path = databasePath();
    const writer = openStore({ path });
    await writer.save(aRule({ id: "a" }));
    const reader = openStore({ path, readOnly: true });
    const heard: string[] = [];
    reader.subscribe(({ saved }) => heard.push(...saved.map((rule) => rule.id)));
    expect(await idsOf(reader)).toEqual(["a"]);
    await writer.save(aRule({ id: "b" }));
    await reader.reload();
    expect(heard).toEqual(["b"]);
    expect(reader.capabilities).toEqual({ write: false, search: false, history: true, usage: false, transactions: false });
    for (const call of [
      () => reader.save(aRule()),
      () => reader.delete("a"),
      () => reader.apply([]),
      () => reader.recordUse([], ""),
      () => reader.usage([]),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "STORE_CAPABILITY_MISSING" });
    }
    expect(await collect(reader.history("a"))).toHaveLength(1);
  });

  it("does not make a file", async () => {
    const path = databasePath();
    await expect(openStore({ path, readOnly: true }).get("a")).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

describe("options", () => {
  it.each([
    [{ path: "" }, "path"],
    [{ path: ":memory:" }, "path"],
    [{ path: "a.db", pollMs: 0 }, "pollMs"],
    [{ path: "a.db", pollMs: Number.NaN }, "pollMs"],
    [{ path: "a.db", busyTimeoutMs: -1 }, "busyTimeoutMs"],
    [{ path: "a.db", busyTimeoutMs: 0.5 }, "busyTimeoutMs"],
  ])("are refused: %j", (options, option) => {
    expect(() => createSqliteStore(options)).toThrow(
      expect.objectContaining({ code: "OPTION_VALUE_INVALID", details: expect.objectContaining({ option }) as unknown }),
    );
  });

  it("decide how durable a write is; by default it has reached the disk", async () => {
    const settings = async (options: { readonly durability?: "full" | "normal" }) => {
      const { store, driver } = openWithDriver({ path: databasePath(), ...options });
      await store.get("a");
      return ["synchronous", "foreign_keys", "busy_timeout", "journal_mode"].map((name) =>
        Object.values(driver().get(`PRAGMA ${name}`) as object).join(""),
      );
    };
    expect(await settings({})).toEqual(["2", "1", "5000", "wal"]);
    expect(await settings({ durability: "normal" })).toEqual(["1", "1", "5000", "wal"]);
  });

  it("take a path as it is, even one that looks like an address", async () => {
    const path = `${dirname(databasePath())}/file:rules.db?mode=ro`;
    await openStore({ path }).save(aRule({ id: "a" }));
    expect(readdirSync(dirname(path))).toContain("file:rules.db?mode=ro");
  });
});

describe("closing", () => {
  it("leaves one file, with everything in it", async () => {
    const path = databasePath();
    const store = openStore({ path });
    await store.save(aRule({ id: "a" }));
    await store[Symbol.asyncDispose]();
    expect(readdirSync(dirname(path))).toEqual(["rules.db"]);
    expect(await idsOf(openStore({ path }))).toEqual(["a"]);
  });

  it("makes no file where nothing was called", async () => {
    const path = databasePath();
    await openStore({ path })[Symbol.asyncDispose]();
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("ends a listing that is under way", async () => {
    const store = openStore();
    await store.apply(["a", "b"].map((id) => ({ kind: "save", rule: aRule({ id }) })));
    const reading = store.list()[Symbol.asyncIterator]();
    await reading.next();
    await store[Symbol.asyncDispose]();
    await expect(reading.next()).rejects.toMatchObject({ code: "STORE_CLOSED" });
  });

  it("leaves nothing open where opening failed", async () => {
    const path = databasePath();
    const stranger = openDriver(path);
    stranger.exec("CREATE TABLE notes (text)");
    for (let round = 0; round < 50; round += 1) await expect(openStore({ path }).get("a")).rejects.toThrow("another program");
    stranger.exec("BEGIN EXCLUSIVE; COMMIT");
  });
});
