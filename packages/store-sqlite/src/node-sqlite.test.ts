import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RuleStore } from "@precept/core";
import { describeRuleStore } from "@precept/store-testkit";
import { bySize } from "@precept/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Driver } from "./driver.ts";
import { openNodeSqlite } from "./node-sqlite.ts";
import type { SqliteStoreOptions } from "./options.ts";
import { isUtf8 } from "./rows.ts";
import { createStoreOver } from "./store.ts";
import { createDirectory, databasePath } from "../test/directory.ts";
import { openStore } from "../test/open.ts";
import { buildRule, idsOf } from "../test/rules.ts";

const guarantees = { orderedIds: true, ruleCursors: true, cycleChecks: true } as const;

const paths = new WeakMap<RuleStore, string>();

function openAt(path: string, options: Partial<SqliteStoreOptions> = {}): RuleStore {
  const store = createStoreOver(openNodeSqlite, { ...options, path });
  paths.set(store, path);
  return store;
}

async function closedPathOf(store: RuleStore): Promise<string> {
  await store[Symbol.asyncDispose]();
  return paths.get(store) ?? "";
}

/** How many sequences of calls the properties of the contract try. */
const model = { runs: bySize({ sample: 10, full: 300 }) };

describeRuleStore("SQLite, over node:sqlite", {
  open: async () => openAt(databasePath()),
  reopen: async (store) => openAt(await closedPathOf(store)),
  capabilities: { write: true, search: true, history: true, usage: true, transactions: true, positions: true, ...guarantees },
  model,
  accepts: ({ id, name, projectId = "", userId = "", tags, targets, contexts, replaces }) =>
    [id, name, projectId, userId, ...tags, ...targets, ...contexts, ...replaces].every(isUtf8),
});

describeRuleStore("SQLite, over node:sqlite and read-only", {
  async open() {
    const store = openAt(databasePath());
    await store.get("a");
    return openAt(await closedPathOf(store), { readOnly: true });
  },
  capabilities: { write: false, search: true, history: true, usage: false, transactions: false, positions: true, ...guarantees },
});

/** A store over `node:sqlite` that is closed after the test, and its connection, which is open after the first call. */
function openForTest(options: SqliteStoreOptions): { readonly store: RuleStore; readonly driver: () => Driver } {
  let driver: Driver | undefined;
  const store = createStoreOver((how) => (driver = openNodeSqlite(how)), options);
  onTestFinished(() => store[Symbol.asyncDispose]());
  return {
    store,
    driver: () => {
      if (driver === undefined) throw new Error("The store is not open yet.");
      return driver;
    },
  };
}

function openConnection(path: string): Driver {
  const driver = openNodeSqlite({ path, readOnly: false, busyTimeoutMs: 0, store: "test" });
  onTestFinished(() => driver.close());
  return driver;
}

async function failureOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: "STORE_FAILED", details: { store: "sqlite" } });
  return String(error);
}

describe("a store over node:sqlite", () => {
  it("reads what a store over better-sqlite3 writes, and the reverse", async () => {
    const path = databasePath();
    const { store } = openForTest({ path });
    const other = openStore({ path });
    const { revision } = await store.save(buildRule({ id: "a", content: "one" }));
    await other.save(buildRule({ id: "a", content: "two" }), { revision });
    expect(await store.get("a")).toMatchObject({ rule: { content: "two", version: 2 } });
    await expect(store.save(buildRule({ id: "a", content: "three" }), { revision })).rejects.toMatchObject({
      code: "RULE_CONFLICT",
    });
  });

  it("reports a file that another process has locked", async () => {
    const path = databasePath();
    const { store } = openForTest({ path, busyTimeoutMs: 1 });
    await store.save(buildRule({ id: "a" }));
    const other = openConnection(path);
    other.exec("BEGIN IMMEDIATE");
    expect(await failureOf(store.save(buildRule({ id: "b" })))).toContain("is locked by another process");
    other.exec("COMMIT");
    await store.save(buildRule({ id: "b" }));
    expect(await idsOf(store)).toEqual(["a", "b"]);
  });

  it("waits for a lock of another process when it opens the file", async () => {
    const path = databasePath();
    const other = openConnection(path);
    other.exec("BEGIN EXCLUSIVE");
    const { store } = openForTest({ path, busyTimeoutMs: 1 });
    expect(await failureOf(store.get("a"))).toContain("is locked by another process");
    other.exec("COMMIT");
    expect(await store.get("a")).toBeUndefined();
  });

  it("reports a full disk, and writes nothing", async () => {
    const { store, driver } = openForTest({ path: databasePath() });
    const { revision } = await store.save(buildRule({ id: "a", content: "old" }));
    const { page_count: pages } = driver().get("PRAGMA page_count") as { page_count: number };
    driver().exec(`PRAGMA max_page_count = ${pages + 2}`);
    const large = buildRule({ id: "a", content: "x".repeat(1_000_000) });
    expect(await failureOf(store.save(large, { revision }))).toContain("there is no space left");
    driver().exec("PRAGMA max_page_count = 1000000");
    expect(await store.get("a")).toMatchObject({ revision, rule: { content: "old" } });
    await store.save(large, { revision });
    expect(driver().all("PRAGMA integrity_check")).toMatchObject([{ integrity_check: "ok" }]);
  });

  it("reports a file that is not a database, and does not change it", async () => {
    const path = databasePath();
    writeFileSync(path, "# Rules\n\nSome notes.\n".repeat(100));
    const before = readFileSync(path);
    expect(await failureOf(openForTest({ path }).store.save(buildRule()))).toContain("is not a SQLite database");
    expect(readFileSync(path)).toEqual(before);
  });

  it("reports a damaged file", async () => {
    const path = databasePath();
    const { store } = openForTest({ path });
    await store.apply(Array.from({ length: 200 }, (_, at) => ({ kind: "save", rule: buildRule({ id: `r${at}` }) })));
    await store[Symbol.asyncDispose]();
    writeFileSync(path, readFileSync(path).fill(0x5a, 4096));
    expect(await failureOf(idsOf(openForTest({ path }).store))).toContain("is damaged");
  });

  it("reports a missing directory and a directory as the path, and opens the file when it exists", async () => {
    const dir = createDirectory();
    const { store } = openForTest({ path: join(dir, "later/rules.db") });
    expect(await failureOf(store.get("a"))).toContain("does not exist; create it");
    mkdirSync(join(dir, "later"));
    await store.save(buildRule({ id: "a" }));
    expect(await idsOf(store)).toEqual(["a"]);
    expect(await failureOf(openForTest({ path: dir }).store.get("a"))).toContain("cannot be opened");
  });

  it("prints no warning that node:sqlite is experimental", () => {
    const script = `
      const { openNodeSqlite } = await import(${JSON.stringify(new URL("node-sqlite.ts", import.meta.url).href)});
      openNodeSqlite({ path: ":memory:", readOnly: false, busyTimeoutMs: 0, store: "test" }).close();`;
    const args = ["--conditions=@precept/source", "--input-type=module", "--eval", script];
    expect(spawnSync(process.execPath, args, { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  });
});
