import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Driver } from "./driver.ts";
import { applicationId, migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { databasePath } from "./testing/directory.ts";
import { openDriver, openStore } from "./testing/open.ts";
import { buildRule } from "./testing/rules.ts";

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

describe("a file is not changed if it", () => {
  it("was written by a newer version, which the hint says", async () => {
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
