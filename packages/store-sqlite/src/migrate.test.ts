import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Driver } from "./driver.ts";
import { applicationId, migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { databasePath } from "./testing/directory.ts";
import { openDriver, openStore } from "./testing/open.ts";
import { aRule } from "./testing/rules.ts";

const options = { path: "rules.db", store: "test", readOnly: false };

function schemaOf(driver: Driver): readonly unknown[] {
  return driver.all("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name");
}

function versionOf(driver: Driver): unknown {
  return driver.all("SELECT * FROM pragma_user_version, pragma_application_id");
}

describe("a fresh file", () => {
  it("gets every step, the version and the mark of its owner", () => {
    const driver = openDriver(databasePath());
    migrate(driver, options);
    expect(versionOf(driver)).toEqual([{ user_version: migrations.length, application_id: applicationId }]);
    expect(Buffer.from(applicationId.toString(16), "hex").toString()).toBe("Prec");
  });

  it("may be there already, as long as it is empty", async () => {
    const path = databasePath();
    writeFileSync(path, "");
    await openStore({ path }).save(aRule({ id: "a" }));
    expect((await openStore({ path }).get("a"))?.rule.id).toBe("a");
  });
});

describe("an old file", () => {
  const first = "CREATE TABLE a (x TEXT); INSERT INTO a VALUES ('kept')";
  const second = "ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 7";

  it("gets the steps that it has not had, and keeps what is in it", () => {
    const driver = openDriver(databasePath());
    migrate(driver, options, [first]);
    migrate(driver, options, [first, second]);
    migrate(driver, options, [first, second]);
    expect(driver.all("SELECT * FROM a")).toEqual([{ x: "kept", y: 7 }]);
    expect(versionOf(driver)).toMatchObject([{ user_version: 2 }]);
  });

  it("is the same after the steps one by one as after all of them at once", () => {
    const [slow, fast] = [openDriver(databasePath()), openDriver(databasePath())];
    for (let count = 1; count <= migrations.length; count += 1) migrate(slow, options, migrations.slice(0, count));
    migrate(fast, options);
    expect(schemaOf(slow)).toEqual(schemaOf(fast));
  });

  it("stays as it is where a step fails", () => {
    const driver = openDriver(databasePath());
    migrate(driver, options, [first]);
    const before = schemaOf(driver);
    expect(() => migrate(driver, options, [first, second, "CREATE TABLE b (x); SELECT nonsense"])).toThrow("nonsense");
    expect(schemaOf(driver)).toEqual(before);
    expect(versionOf(driver)).toMatchObject([{ user_version: 1 }]);
  });

  it("is refused for reading alone, with what to do", () => {
    const driver = openDriver(databasePath());
    migrate(driver, options, [first]);
    expect(() => migrate(driver, { ...options, readOnly: true }, [first, second])).toThrow("open it once for writing");
  });
});

describe("a file that is not to be touched", () => {
  it("is one of a newer version: refused with what to do", async () => {
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
    ["has a mark of its own", "PRAGMA application_id = 252006674"],
    ["counts versions of its own", "PRAGMA user_version = 1"],
  ])("is one of another program, which %s", async (_, sql) => {
    const path = databasePath();
    const driver = openDriver(path);
    driver.exec(sql);
    const before = readFileSync(path);
    await expect(openStore({ path }).save(aRule())).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining(`"${path}" is a database of another program; name another file`) as string,
    });
    expect(readFileSync(path)).toEqual(before);
  });

  it("may become one while it is waited for", () => {
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

  it("may become one while it is open: what a newer version took over is not written any more", async () => {
    const path = databasePath();
    const store = openStore({ path });
    await store.save(aRule({ id: "a" }));
    openDriver(path).exec(`PRAGMA user_version = ${migrations.length + 1}`);
    await expect(store.save(aRule({ id: "b" }))).rejects.toThrow("update Precept and open the store again");
    expect(await store.get("b")).toBeUndefined();
  });
});
