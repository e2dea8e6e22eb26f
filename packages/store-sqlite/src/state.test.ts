import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RuleStore } from "@precept/core";
import { describe, expect, it, vi, onTestFinished } from "vitest";
import type { Driver } from "./driver.ts";
import { openBetterSqlite3 } from "./better-sqlite3.ts";
import { createStoreOver } from "./store.ts";
import { createDirectory, databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule } from "../test/rules.ts";

/** The statuses that a subscriber observes, and the other events. */
function recordStates(store: RuleStore): string[] {
  const seen: string[] = [];
  store.subscribe((event) => seen.push(event.kind === "state" ? store.state().status : event.kind));
  return seen;
}

const wait = { timeout: 30_000 };

describe("the state of a store", () => {
  it("is ready before and after its first call", async () => {
    const store = openStore();
    expect(store.state()).toEqual({ status: "ready" });
    await store.get("a");
    expect(store.state()).toEqual({ status: "ready" });
  });

  it("is failed if the file cannot be opened, and ready when the next call opens it", async () => {
    const dir = createDirectory();
    const store = openStore({ path: join(dir, "later/rules.db") });
    await expect(store.get("a")).rejects.toThrow("create it");
    expect(store.state()).toMatchObject({ status: "failed", error: { code: "STORE_FAILED", details: { retryable: false } } });
    mkdirSync(join(dir, "later"));
    await store.get("a");
    expect(store.state()).toEqual({ status: "ready" });
  });

  it("becomes ready by itself if the store watches, with a reset for subscribers", async () => {
    const dir = createDirectory();
    const path = join(dir, "later/rules.db");
    const store = openStore({ path, watch: true, pollMs: 5 });
    const seen = recordStates(store);
    expect(store.state().status).toBe("failed");
    mkdirSync(join(dir, "later"));
    await vi.waitFor(() => expect(seen).toEqual(["ready", "reset"]), wait);
    await openStore({ path }).save(buildRule({ id: "a" }));
    await vi.waitFor(() => expect(seen).toEqual(["ready", "reset", "changed"]), wait);
  });

  it("stays failed without blocking while another process locks the file exclusively, and recovers", async () => {
    const path = databasePath();
    const other = openDriver(path);
    other.exec("BEGIN EXCLUSIVE");
    const store = openStore({ path, watch: true, pollMs: 5, busyTimeoutMs: 1 });
    const seen = recordStates(store);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(store.state()).toMatchObject({ status: "failed", error: { details: { retryable: true } } });
    expect(seen).toEqual([]);
    other.exec("COMMIT");
    await vi.waitFor(() => expect(seen).toEqual(["ready", "reset"]), wait);
  });

  it.skipIf(process.platform === "win32").each([
    ["deleted", (path: string) => rmSync(path)],
    ["replaced", (path: string) => (writeFileSync(`${path}.new`, ""), renameSync(`${path}.new`, path))],
  ])("is stale if the file is %s, once", async (_, lose) => {
    const path = databasePath();
    const store = openStore({ path, watch: true, pollMs: 5 });
    await store.save(buildRule({ id: "a" }));
    const seen = recordStates(store);
    lose(path);
    await vi.waitFor(() => expect(seen).toEqual(["stale"]), wait);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toEqual(["stale"]);
    expect(store.state().error).toMatchObject({ code: "STORE_FAILED", details: { retryable: false } });
    await expect(store.reload()).rejects.toThrow("its rules are out of date. Open the store again");
  });

  it("is stale while polls fail, with the error, and ready after a successful poll", async () => {
    const path = databasePath();
    let failure: Error | undefined;
    const store = createStoreOver(
      (options): Driver => {
        const driver = openBetterSqlite3(options);
        return {
          ...driver,
          get: (sql, ...values) => {
            if (failure !== undefined && sql.includes("data_version")) throw failure;
            return driver.get(sql, ...values);
          },
        };
      },
      { path, watch: true, pollMs: 5 },
    );
    onTestFinished(() => store[Symbol.asyncDispose]());
    await store.save(buildRule({ id: "a" }));
    const seen = recordStates(store);
    const other = openStore({ path });
    failure = new Error("disk I/O error");
    await other.save(buildRule({ id: "b" }));
    await vi.waitFor(() => expect(seen).toEqual(["stale"]), wait);
    expect(store.state().error).toBe(failure);
    await expect(store.reload()).rejects.toBe(failure);
    failure = undefined;
    await vi.waitFor(() => expect(seen.toSorted()).toEqual(["changed", "ready", "stale"]), wait);
    expect(store.state()).toEqual({ status: "ready" });
  });
});
