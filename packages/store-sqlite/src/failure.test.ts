import { whyNotAsNobody } from "@precept/testing";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PreceptError } from "@precept/core";
import { describe, expect, it } from "vitest";
import { sqliteErrors, translateError } from "./failure.ts";
import { startChild } from "../test/child.ts";
import { createDirectory, databasePath } from "../test/directory.ts";
import { openDriver, openStore, openWithDriver } from "../test/open.ts";
import { buildRule, idsOf } from "../test/rules.ts";

/** The message of a `STORE_FAILED` error about the file. */
async function failureOf(call: Promise<unknown>, path: string): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: "STORE_FAILED", details: { store: "sqlite" } });
  expect(String(error)).toContain(`"${path}`);
  return String(error);
}

describe("a database that another process has locked", () => {
  it("can be read, and rejects writes while it is locked", async () => {
    const path = databasePath();
    const store = openStore({ path, busyTimeoutMs: 1 });
    await store.save(buildRule({ id: "a" }));
    const other = openDriver(path);
    other.exec("BEGIN IMMEDIATE");
    expect(await failureOf(store.save(buildRule({ id: "b" })), path)).toContain(
      "is locked by another process for more than 1 ms",
    );
    expect(await idsOf(store)).toEqual(["a"]);
    other.exec("COMMIT");
    await store.save(buildRule({ id: "b" }));
    expect(await idsOf(store)).toEqual(["a", "b"]);
  });

  it("can be opened after it is unlocked", async () => {
    const path = databasePath();
    const other = openDriver(path);
    other.exec("BEGIN EXCLUSIVE");
    const store = openStore({ path, busyTimeoutMs: 1 });
    expect(await failureOf(store.get("a"), path)).toContain("is locked by another process");
    other.exec("COMMIT");
    expect(await store.get("a")).toBeUndefined();
  });
});

describe("a full disk", () => {
  it("is reported without writing anything, and later writes succeed when there is space", async () => {
    const path = databasePath();
    const { store, driver } = openWithDriver({ path });
    const { revision } = await store.save(buildRule({ id: "a", content: "old" }));
    const { page_count: pages } = driver().get("PRAGMA page_count") as { page_count: number };
    driver().exec(`PRAGMA max_page_count = ${pages + 2}`);
    const published: unknown[] = [];
    store.subscribe((change) => published.push(change));
    const large = buildRule({ id: "a", content: "x".repeat(1_000_000) });
    expect(await failureOf(store.save(large, { revision }), path)).toContain("there is no space left");
    expect(
      await failureOf(
        store.apply([
          { kind: "delete", id: "a" },
          { kind: "save", rule: { ...large, id: "b" } },
        ]),
        path,
      ),
    ).toContain("nothing was written");
    expect(published).toEqual([]);
    expect(await store.get("a")).toMatchObject({ revision, rule: { content: "old" } });
    expect(await idsOf(store)).toEqual(["a"]);
    driver().exec("PRAGMA max_page_count = 1000000");
    await store.save(large, { revision });
    expect((await store.get("a"))?.rule.content).toHaveLength(1_000_000);
    expect(driver().all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });
});

const whyNot = whyNotAsNobody();

describe.skipIf(whyNot !== undefined)(
  `a path without write permission${whyNot === undefined ? "" : ` (skipped: ${whyNot})`}`,
  () => {
    const program = new URL("../test/race.ts", import.meta.url);

    async function startAsNobody(path: string) {
      const child = startChild(program, { args: [path], asNobody: true });
      await child.next();
      return child;
    }

    it("is reported: a file", async () => {
      const path = databasePath();
      const store = openStore({ path });
      const { revision } = await store.save(buildRule({ id: "a" }));
      await store[Symbol.asyncDispose]();
      chmodSync(path, 0o444);
      chmodSync(dirname(path), 0o777);
      const child = await startAsNobody(path);
      expect(await child.ask({ kind: "save", id: "b" })).toContain(`"${path}" or its directory is not writable`);
      expect(await child.ask({ kind: "get", id: "a" })).toBe(revision);
    });

    it("is reported: a directory with and without the file", async () => {
      const path = databasePath();
      const store = openStore({ path });
      await store.save(buildRule({ id: "a" }));
      await store[Symbol.asyncDispose]();
      chmodSync(path, 0o666);
      chmodSync(dirname(path), 0o555);
      const child = await startAsNobody(path);
      expect(await child.ask({ kind: "save", id: "b" })).toMatch(
        /^PreceptError: The store "sqlite" failed: ".*rules\.db" .*permissions/,
      );
      const fresh = await startAsNobody(join(dirname(path), "fresh.db"));
      expect(await fresh.ask({ kind: "save", id: "b" })).toContain('fresh.db" cannot be opened');
      chmodSync(dirname(path), 0o755);
    });

    it("is reported: an unreadable file", async () => {
      const path = databasePath();
      const store = openStore({ path });
      await store.save(buildRule({ id: "a" }));
      await store[Symbol.asyncDispose]();
      chmodSync(path, 0);
      chmodSync(dirname(path), 0o777);
      const child = await startAsNobody(path);
      expect(await child.ask({ kind: "get", id: "a" })).toContain(`"${path}" cannot be opened`);
    });
  },
);

describe("a damaged file", () => {
  it("is reported", async () => {
    const path = databasePath();
    const store = openStore({ path });
    await store.apply(Array.from({ length: 200 }, (_, at) => ({ kind: "save", rule: buildRule({ id: `r${at}` }) })));
    await store[Symbol.asyncDispose]();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x5a, 4096));
    const damaged = openStore({ path });
    expect(await failureOf(idsOf(damaged), path)).toContain("is damaged");
    expect(await failureOf(damaged.save(buildRule({ id: "new" })), path)).toContain("restore a backup");
  });

  it("is reported if it is not a database, and is not changed", async () => {
    const path = databasePath();
    writeFileSync(path, "# Rules\n\nThese are notes.\n".repeat(100));
    const before = readFileSync(path);
    expect(await failureOf(openStore({ path }).save(buildRule()), path)).toContain("is not a SQLite database; name another file");
    expect(readFileSync(path)).toEqual(before);
  });

  it("is reported if a row is invalid, and the other rules are found", async () => {
    const path = databasePath();
    const store = openStore({ path });
    await store.save(buildRule({ id: "a" }));
    await store.save(buildRule({ id: "b" }));
    openDriver(path).exec("DROP TRIGGER revisions_stay; UPDATE revisions SET rule = '{\"id\":7}' WHERE rule_id = 'a'");
    await expect(store.get("a")).rejects.toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringContaining("contains an invalid rule, which another program wrote or changed") as string,
    });
    expect((await store.get("b"))?.rule.id).toBe("b");
  });
});

describe("an invalid path", () => {
  it.each([
    ["a missing directory", (dir: string) => join(dir, "missing/rules.db"), "does not exist; create it"],
    ["a directory itself", (dir: string) => dir, "cannot be opened"],
  ])("is reported: %s", async (_, pathIn, words) => {
    const path = pathIn(createDirectory());
    const store = openStore({ path });
    expect(await failureOf(store.get("a"), path)).toContain(words);
    expect(await failureOf(store.save(buildRule()), path)).toContain(words);
  });

  it("is retried by the next call", async () => {
    const dir = createDirectory();
    const store = openStore({ path: join(dir, "later/rules.db") });
    expect(await failureOf(store.get("a"), dir)).toContain("create it");
    mkdirSync(join(dir, "later"));
    await store.save(buildRule({ id: "a" }));
    expect(await idsOf(store)).toEqual(["a"]);
  });
});

describe.skipIf(process.platform === "win32")("a file that disappears while it is open", () => {
  it.each([
    ["deleted", (path: string) => rmSync(path)],
    ["moved", (path: string) => renameSync(path, `${path}.old`)],
    ["replaced", (path: string) => writeFileSync(`${path}.new`, "") === undefined && renameSync(`${path}.new`, path)],
  ])("rejects writes: %s", async (_, lose) => {
    const path = databasePath();
    const store = openStore({ path });
    await store.save(buildRule({ id: "a" }));
    lose(path);
    expect(await failureOf(store.save(buildRule({ id: "b" })), path)).toContain("nothing was written. Open the store again");
  });
});

describe("translateError", () => {
  const named = { path: "/x/rules.db", store: "s", busyTimeoutMs: 5 };

  it("translates errors of the file and the machine", () => {
    for (const code of [
      "SQLITE_IOERR_FSYNC",
      "SQLITE_NOMEM",
      "SQLITE_TOOBIG",
      "SQLITE_PROTOCOL",
      "SQLITE_NOLFS",
      "SQLITE_PERM",
    ]) {
      const cause = Object.assign(new Error("disk I/O error"), { code });
      const error = translateError(cause, named);
      expect(error).toMatchObject({ code: "STORE_FAILED", cause });
      expect(String(error)).toContain("/x/rules.db");
    }
  });

  it("reports whether retrying helps", () => {
    const retryable = Object.keys(sqliteErrors).filter((code) => {
      const error = translateError(Object.assign(new Error("x"), { code: `${code}_EXTENDED` }), named);
      return PreceptError.is(error, "STORE_FAILED") && error.details.retryable;
    });
    expect(retryable).toEqual(["SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_NOMEM"]);
    const busy = translateError(Object.assign(new Error("x"), { code: "SQLITE_BUSY" }), named);
    expect(busy).toMatchObject({ hint: "Try again." });
    const full = translateError(Object.assign(new Error("x"), { code: "SQLITE_FULL" }), named);
    expect(full).toMatchObject({ hint: "Fix the cause first. Trying again does not help until then." });
  });

  it("returns bugs and translated errors unchanged", () => {
    const bugs = [Object.assign(new Error("no such table"), { code: "SQLITE_ERROR" }), new TypeError("x is not a function"), 7];
    for (const bug of bugs) expect(translateError(bug, named)).toBe(bug);
    const failure = new PreceptError("STORE_CLOSED", { store: "s" });
    expect(translateError(failure, named)).toBe(failure);
  });
});
