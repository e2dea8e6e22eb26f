import { describe, expect, it } from "vitest";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore, openWithDriver } from "../test/open.ts";
import { buildRule, change, collect, idsOf } from "../test/rules.ts";

describe("times", () => {
  function openWithClock(path = databasePath()) {
    let minute = 0;
    const store = openStore({ path, now: () => new Date(Date.UTC(2026, 10, 21, 9, minute)) });
    return { store, passMinute: () => (minute += 1) };
  }

  it("are set by the store: `createdAt` if it is unknown, `updatedAt` with every save", async () => {
    const { store, passMinute } = openWithClock();
    const first = await store.save(buildRule({ id: "a", updatedAt: "1999-01-01T00:00:00.000Z" }));
    expect(first.rule).toMatchObject({ createdAt: "2026-11-21T09:00:00.000Z", updatedAt: "2026-11-21T09:00:00.000Z" });
    passMinute();
    const second = await store.save(buildRule({ id: "a" }), { revision: first.revision });
    expect(second.rule).toMatchObject({ createdAt: "2026-11-21T09:00:00.000Z", updatedAt: "2026-11-21T09:01:00.000Z" });
  });

  it("include the creation time of the saved rule, if it has one", async () => {
    const { store } = openWithClock();
    const { rule } = await store.save(buildRule({ id: "a", createdAt: "2020-01-01T00:00:00.000Z" }));
    expect(rule.createdAt).toBe("2020-01-01T00:00:00.000Z");
  });

  it("are stored with each revision, including a deletion", async () => {
    const path = databasePath();
    const { store, passMinute } = openWithClock(path);
    await store.save(buildRule({ id: "a" }));
    passMinute();
    await store.delete("a");
    expect(openDriver(path).all("SELECT deleted, written_at FROM revisions ORDER BY revision")).toEqual([
      { deleted: 0, written_at: "2026-11-21T09:00:00.000Z" },
      { deleted: 1, written_at: "2026-11-21T09:01:00.000Z" },
    ]);
  });
});

describe("history", () => {
  it("returns all revisions, newest first, in several chunks", async () => {
    const store = openStore();
    for (let count = 0; count < 600; count += 1) await change(store, "a", { content: String(count) });
    const revisions = await collect(store.history("a"));
    expect(revisions.map(({ rule }) => rule.content)).toEqual(Array.from({ length: 600 }, (_, at) => String(599 - at)));
    expect(revisions.map(({ rule }) => rule.version)).toEqual(Array.from({ length: 600 }, (_, at) => 600 - at));
    expect(new Set(revisions.map(({ revision }) => revision)).size).toBe(600);
  });

  it("continues for a rule that is deleted and saved again: versions continue, and revisions are not reused", async () => {
    const path = databasePath();
    const store = openStore({ path });
    const first = await store.save(buildRule({ id: "a", version: 7 }));
    await store.delete("a");
    await store[Symbol.asyncDispose]();
    const again = await openStore({ path }).save(buildRule({ id: "a" }));
    expect(again.rule.version).toBe(7);
    expect(Number(again.revision)).toBeGreaterThan(Number(first.revision) + 1);
    const versions = (await collect(openStore({ path }).history("a"))).map(({ rule, deleted }) => [rule.version, deleted]);
    expect(versions).toEqual([
      [7, false],
      [7, true],
      [7, false],
    ]);
  });

  it("does not reuse a revision, even if the newest ones are removed from the file", async () => {
    const path = databasePath();
    const store = openStore({ path });
    await store.save(buildRule({ id: "a" }));
    await store.delete("a");
    openDriver(path).exec("DROP TRIGGER revisions_last; DELETE FROM revisions");
    expect((await store.save(buildRule({ id: "a" }))).revision).toBe("3");
  });

  it("cannot be changed with SQL", async () => {
    const path = databasePath();
    await openStore({ path }).save(buildRule({ id: "a" }));
    const driver = openDriver(path);
    expect(() => driver.exec("UPDATE revisions SET rule = '{}'")).toThrow("a revision is never changed");
    expect(() => driver.exec("DELETE FROM revisions")).toThrow("a revision that is not pruned is never deleted");
  });
});

describe("replacements", () => {
  it("can form chains and diamonds and name unknown rules, but cannot form cycles", async () => {
    const store = openStore();
    await store.save(buildRule({ id: "1", replaces: ["0", "missing"] }));
    for (let at = 2; at <= 30; at += 1) await store.save(buildRule({ id: String(at), replaces: [String(at - 1), "missing"] }));
    await store.save(buildRule({ id: "diamond", replaces: ["30", "29"] }));
    await expect(change(store, "1", { replaces: ["diamond"] })).rejects.toMatchObject({
      code: "RULE_INVALID",
      message: expect.stringContaining("it would supersede itself (1 → diamond → 29 → 28 → ") as string,
    });
    await expect(store.save(buildRule({ id: "self", replaces: ["self"] }))).rejects.toThrow("(self → self)");
    expect(await idsOf(store, { filter: { status: ["active"] } })).toEqual(["diamond"]);
    await store.delete("15");
    await change(store, "1", { replaces: ["diamond"] });
    expect(await idsOf(store, { filter: { status: ["active"] } })).toEqual(["14"]);
  });

  it("cannot form cycles with replacements of other processes", async () => {
    const path = databasePath();
    await openStore({ path }).save(buildRule({ id: "a", replaces: ["b"] }));
    await expect(openStore({ path }).save(buildRule({ id: "b", replaces: ["a"] }))).rejects.toMatchObject({
      code: "RULE_INVALID",
    });
  });
});

describe("texts that SQLite cannot store", () => {
  const half = "\ud83d";

  it.each(["id", "name", "projectId", "userId"] as const)("are rejected as %s", async (field) => {
    const store = openStore();
    await expect(store.save(buildRule({ id: "a", name: "a", [field]: half }))).rejects.toMatchObject({
      code: "RULE_INVALID",
      message: expect.stringContaining(`${field}: SQLite cannot store an unpaired surrogate`) as string,
    });
    expect(await idsOf(store)).toEqual([]);
  });

  it.each(["tags", "targets", "contexts", "replaces"] as const)("are rejected in %s", async (field) => {
    await expect(openStore().save(buildRule({ [field]: ["a", half] }))).rejects.toMatchObject({ code: "RULE_INVALID" });
  });

  it("match nothing, not even the text with replacement characters", async () => {
    const store = openStore();
    await store.save(buildRule({ id: "\ufffd", tags: ["\ufffd"], targets: ["\ufffd"], projectId: "\ufffd" }));
    expect(await store.get(half)).toBeUndefined();
    expect(await store.delete(half)).toBe(false);
    expect(await collect(store.history(half))).toEqual([]);
    for (const filter of [{ name: half }, { tags: [half] }, { target: half }, { projectId: half }]) {
      expect(await idsOf(store, { filter })).toEqual([]);
    }
    await store.recordUse({ ids: [half], at: "2026-11-21T00:00:00.000Z" });
    expect(await store.usage([half, "\ufffd"])).toEqual(new Map());
    expect(await idsOf(store)).toEqual(["\ufffd"]);
  });
});

describe("a read-only store", () => {
  it("reads, publishes writes of other connections, and rejects unsupported calls", async () => {
    const path = databasePath();
    const writer = openStore({ path });
    await writer.save(buildRule({ id: "a" }));
    const reader = openStore({ path, readOnly: true });
    const published: string[] = [];
    reader.subscribe((event) => event.kind === "changed" && published.push(...event.saved.map(({ rule }) => rule.id)));
    expect(await idsOf(reader)).toEqual(["a"]);
    await writer.save(buildRule({ id: "b" }));
    await reader.reload();
    expect(published).toEqual(["b"]);
    expect(reader.capabilities).toMatchObject({ write: false, history: true, usage: false, transactions: false });
    for (const call of [
      () => reader.save(buildRule()),
      () => reader.delete("a"),
      () => reader.apply([]),
      () => reader.writeMany([]),
      () => reader.pruneHistory({}),
      () => reader.recordUse({ ids: [], at: "" }),
      () => reader.usage([]),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "STORE_CAPABILITY_MISSING" });
    }
    expect(await collect(reader.history("a"))).toHaveLength(1);
  });

  it("does not create a file", async () => {
    const path = databasePath();
    await expect(openStore({ path, readOnly: true }).get("a")).rejects.toMatchObject({ code: "STORE_FAILED" });
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});

describe("options", () => {
  it("set the durability of writes; by default, a write is flushed to the disk", async () => {
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

  it("use a path literally, even if it looks like a URL", async () => {
    const path = `${dirname(databasePath())}/file:rules.db?mode=ro`;
    await openStore({ path }).save(buildRule({ id: "a" }));
    expect(readdirSync(dirname(path))).toContain("file:rules.db?mode=ro");
  });
});

describe("closing", () => {
  it("leaves one file with all data", async () => {
    const path = databasePath();
    const store = openStore({ path });
    await store.save(buildRule({ id: "a" }));
    await store[Symbol.asyncDispose]();
    expect(readdirSync(dirname(path))).toEqual(["rules.db"]);
    expect(await idsOf(openStore({ path }))).toEqual(["a"]);
  });

  it("creates no file without calls", async () => {
    const path = databasePath();
    await openStore({ path })[Symbol.asyncDispose]();
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("ends a running listing", async () => {
    const store = openStore();
    await store.apply(["a", "b"].map((id) => ({ kind: "save", rule: buildRule({ id }) })));
    const reading = store.list()[Symbol.asyncIterator]();
    await reading.next();
    await store[Symbol.asyncDispose]();
    await expect(reading.next()).rejects.toMatchObject({ code: "STORE_CLOSED" });
  });

  it("leaves nothing open if opening fails", async () => {
    const path = databasePath();
    const stranger = openDriver(path);
    stranger.exec("CREATE TABLE notes (text)");
    for (let round = 0; round < 50; round += 1) await expect(openStore({ path }).get("a")).rejects.toThrow("another program");
    stranger.exec("BEGIN EXCLUSIVE; COMMIT");
  });
});
