import { readFileSync, writeFileSync } from "node:fs";
import type { RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import type { Driver } from "./driver.ts";
import { applicationId, migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { deleteCurrent, upsertCurrent } from "./rows.ts";
import { buildRule, collect } from "../test/rules.ts";

const options = { path: "rules.db", store: "test", readOnly: false };

function schemaOf(driver: Driver): readonly unknown[] {
  return driver.all("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name");
}

function versionOf(driver: Driver): unknown {
  return driver.all("SELECT * FROM pragma_user_version, pragma_application_id");
}

describe("a new file", () => {
  it("gets all migrations, the version and the application id", () => {
    const driver = openDriver(databasePath());
    migrate(driver, options);
    expect(versionOf(driver)).toEqual([{ user_version: migrations.length, application_id: applicationId }]);
    expect(Buffer.from(applicationId.toString(16), "hex").toString()).toBe("Prec");
  });

  it("can be an existing empty file", async () => {
    const path = databasePath();
    writeFileSync(path, "");
    await openStore({ path }).save(buildRule({ id: "a" }));
    expect((await openStore({ path }).get("a"))?.rule.id).toBe("a");
  });
});

describe("an old file", () => {
  const first = "CREATE TABLE a (x TEXT); INSERT INTO a VALUES ('kept')";
  const second = "ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 7";

  it("gets the missing migrations, and keeps its data", () => {
    const driver = openDriver(databasePath());
    migrate(driver, options, [first]);
    migrate(driver, options, [first, second]);
    migrate(driver, options, [first, second]);
    expect(driver.all("SELECT * FROM a")).toEqual([{ x: "kept", y: 7 }]);
    expect(versionOf(driver)).toMatchObject([{ user_version: 2 }]);
  });

  it("has the same schema if migrations run one at a time or all together", () => {
    const [slow, fast] = [openDriver(databasePath()), openDriver(databasePath())];
    for (let count = 1; count <= migrations.length; count += 1) migrate(slow, options, migrations.slice(0, count));
    migrate(fast, options);
    expect(schemaOf(slow)).toEqual(schemaOf(fast));
  });

  it("stays unchanged if a migration fails", () => {
    const driver = openDriver(databasePath());
    migrate(driver, options, [first]);
    const before = schemaOf(driver);
    expect(() => migrate(driver, options, [first, second, "CREATE TABLE b (x); SELECT nonsense"])).toThrow("nonsense");
    expect(schemaOf(driver)).toEqual(before);
    expect(versionOf(driver)).toMatchObject([{ user_version: 1 }]);
  });

  it("is rejected if it is read-only, with a hint", () => {
    const driver = openDriver(databasePath());
    migrate(driver, options, [first]);
    expect(() => migrate(driver, { ...options, readOnly: true }, [first, second])).toThrow("open it once for writing");
  });
});

describe("a file of version 1", () => {
  /** Writes rules as version 1 did. */
  function createOldFile(path: string): void {
    const driver = openDriver(path);
    migrate(driver, options, migrations.slice(0, 1));
    const add = (id: string, input: Partial<RuleInput>, at: number, deleted = false): number => {
      const rule = buildRule({ id, ...input });
      const insert = "INSERT INTO revisions (rule_id, deleted, written_at, rule) VALUES (?, ?, ?, ?)";
      const { rowid } = driver.run(insert, id, Number(deleted), `2026-01-0${at}T00:00:00.000Z`, JSON.stringify(rule));
      if (deleted) deleteCurrent(driver, id);
      else upsertCurrent(driver, rule, rowid);
      return rowid;
    };
    add("a", { content: "one" }, 1);
    add("a", { content: "two", version: 2, tags: ["x:1"] }, 2);
    add("of-shop", { projectId: "shop" }, 3);
    add("gone", { projectId: "shop", userId: "ann" }, 4);
    add("gone", { projectId: "shop", userId: "ann" }, 5, true);
    driver.exec("INSERT INTO rule_usage (rule_id, count, last_used_at) VALUES ('a', 3, '2026-01-06T00:00:00.000Z')");
    driver.exec("PRAGMA journal_mode = WAL");
  }

  it("keeps its rules, history and usage, and gets positions, tenants and pruning", async () => {
    const path = databasePath();
    createOldFile(path);
    const store = openStore({ path });
    expect((await collect(store.list())).map(({ rule, revision }) => [rule.id, rule.version, revision])).toEqual([
      ["a", 2, "2"],
      ["of-shop", 1, "3"],
    ]);
    expect((await collect(store.history("a"))).map(({ rule, at, reason }) => [rule.content, at, reason])).toEqual([
      ["two", "2026-01-02T00:00:00.000Z", undefined],
      ["one", "2026-01-01T00:00:00.000Z", undefined],
    ]);
    expect(await collect(store.history("gone", { tenant: {} }))).toEqual([]);
    expect(await collect(store.history("gone", { tenant: { projectId: "shop", userId: "ann" } }))).toHaveLength(2);
    expect(await collect(store.listIds({ filter: { owner: { projectId: "shop" } } }))).toMatchObject([{ id: "of-shop" }]);
    expect(await store.usage(["a"])).toEqual(new Map([["a", { count: 3, lastUsedAt: "2026-01-06T00:00:00.000Z", tools: {} }]]));
    await store.recordUse({ ids: ["a"], at: "2026-01-07T00:00:00.000Z", session: "s", tool: "claude" });
    expect((await store.usage(["a"])).get("a")).toMatchObject({ count: 4, lastSession: "s", tools: { claude: 1 } });
    const token = await store.etag();
    const again = await store.save(buildRule({ id: "gone", content: "again" }));
    expect(again).toMatchObject({ revision: "6", rule: { version: 2 } });
    expect(await store.changesSince(token)).toMatchObject({ kind: "changed", saved: [{ rule: { id: "gone" } }] });
    expect(await store.pruneHistory({ maxRevisions: 1 })).toBe(3);
    expect(openDriver(path).all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("is migrated once if several stores open it", async () => {
    const path = databasePath();
    createOldFile(path);
    const tokens = await Promise.all([1, 2, 3].map(() => openStore({ path }).etag()));
    expect(new Set(tokens).size).toBe(1);
  });

  it("is rejected if it is read-only, and is not changed", async () => {
    const path = databasePath();
    createOldFile(path);
    await expect(openStore({ path, readOnly: true }).get("a")).rejects.toThrow("open it once for writing");
    expect(versionOf(openDriver(path))).toMatchObject([{ user_version: 1 }]);
  });
});

describe("a file is not changed if it", () => {
  it("was written by a newer version, which the hint names", async () => {
    const path = databasePath();
    const driver = openDriver(path);
    driver.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length + 1}`);
    const before = readFileSync(path);
    await expect(openStore({ path }).get("a")).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringMatching(
        /rules\.db" was written by a newer version of Precept \(format \d+; this one knows \d+\); update Precept, or name another file\.$/,
      ) as string,
    });
    expect(readFileSync(path)).toEqual(before);
  });

  it.each([
    ["has tables", "CREATE TABLE notes (text)"],
    ["has another application id", "PRAGMA application_id = 252006674"],
    ["has a user version without an application id", "PRAGMA user_version = 1"],
  ])("belongs to another program and %s", async (_, sql) => {
    const path = databasePath();
    const driver = openDriver(path);
    driver.exec(sql);
    const before = readFileSync(path);
    await expect(openStore({ path }).save(buildRule())).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining(`"${path}" is a database of another program; name another file`) as string,
    });
    expect(readFileSync(path)).toEqual(before);
  });

  it("is migrated to a newer version while the store waits for the lock", () => {
    const driver = openDriver(databasePath());
    const late: Driver = {
      ...driver,
      transaction: (work) => {
        driver.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length + 1}`);
        return driver.transaction(work);
      },
    };
    expect(() => migrate(late, options)).toThrow("newer version");
    expect(versionOf(driver)).toMatchObject([{ user_version: migrations.length + 1 }]);
  });

  it("is migrated to a newer version while the store has it open", async () => {
    const path = databasePath();
    const store = openStore({ path });
    await store.save(buildRule({ id: "a" }));
    openDriver(path).exec(`PRAGMA user_version = ${migrations.length + 1}`);
    await expect(store.save(buildRule({ id: "b" }))).rejects.toThrow("update Precept and open the store again");
    expect(await store.get("b")).toBeUndefined();
  });
});
