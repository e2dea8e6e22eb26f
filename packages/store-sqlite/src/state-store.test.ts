import { existsSync, statSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import type { StateChange } from "@precept/core";
import { createStateStore, type StateStore, type StateStoreOptions } from "./state-store.ts";
import { startChild } from "../test/child.ts";
import { databasePath } from "../test/directory.ts";
import { openStore } from "../test/open.ts";
import { buildRule } from "../test/rules.ts";

function open(path: string, options: Partial<StateStoreOptions> = {}): StateStore {
  const store = createStateStore({ path, ...options });
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
}

/** Sets the entries of a group. */
function put(store: StateStore, group: string, values: Readonly<Record<string, string>>): Promise<void> {
  return store.update([group], () => ({
    entries: new Map(Object.entries(values).map(([key, value]) => [key, { group, value }])),
    result: undefined,
  }));
}

describe("a state store", () => {
  it("stores entries by group, also after it is reopened", async () => {
    const path = databasePath();
    const first = open(path);
    await put(first, "one", { a: "1", b: "2" });
    await put(first, "other", { c: "3" });
    await put(first, "one", { b: "4" });
    await first[Symbol.asyncDispose]();
    const store = open(path);
    expect([...(await store.read())]).toEqual([
      ["b", { group: "one", value: "4" }],
      ["c", { group: "other", value: "3" }],
    ]);
    expect([...(await store.read(["other", "none"])).keys()]).toEqual(["c"]);
  });

  it("passes only the entries of the groups to an update, and returns its result", async () => {
    const store = open(databasePath());
    await put(store, "one", { a: "1" });
    await put(store, "other", { b: "2" });
    const seen = await store.update(["one"], (entries) => ({ entries, result: [...entries.keys()] }));
    expect(seen).toEqual(["a"]);
    expect((await store.read()).size).toBe(2);
  });

  it("rolls back an update that throws", async () => {
    const store = open(databasePath());
    await put(store, "one", { a: "1" });
    const change = (): StateChange<void> => {
      throw new Error("No.");
    };
    await expect(store.update(["one"], change)).rejects.toThrow("No.");
    expect([...(await store.read()).keys()]).toEqual(["a"]);
  });

  it("deletes entries that did not change for more than 30 days", async () => {
    const path = databasePath();
    const day = (number: number) => () => new Date(Date.UTC(2026, 0, number));
    await put(open(path, { now: day(1) }), "one", { a: "1" });
    await put(open(path, { now: day(2) }), "other", { b: "2" });
    await put(open(path, { now: day(32) }), "third", { c: "3" });
    expect([...(await open(path).read()).keys()]).toEqual(["b", "c"]);
  });

  it("rejects a database of rules, and a rule store rejects a state file", async () => {
    const [path, rules] = [databasePath(), databasePath()];
    await put(open(path), "one", { a: "1" });
    await openStore({ path: rules }).save(buildRule({ id: "a" }));
    expect(() => createStateStore({ path: rules })).toThrow("another program");
    await expect(openStore({ path }).get("a")).rejects.toThrow("another program");
  });

  it("rejects calls after it is closed", async () => {
    const store = open(databasePath());
    await store[Symbol.asyncDispose]();
    await expect(store.read()).rejects.toMatchObject({ code: "STORE_CLOSED" });
  });

  /** Increments an entry in several processes at the same time. */
  const count = async (processes: number, path: string, times: number, ...options: readonly string[]): Promise<void> => {
    const program = new URL("../test/count.ts", import.meta.url);
    const children = Array.from({ length: processes }, () => startChild(program, { args: [path, String(times), ...options] }));
    for (const child of children) expect(await child.next()).toBe("ready");
    expect(await Promise.all(children.map((child) => child.ask({})))).toEqual(children.map(() => "done"));
    for (const child of children) await child.kill();
  };

  it("loses no update if two processes increment the same entry", async () => {
    const path = databasePath();
    await count(2, path, 200);
    expect((await open(path).read()).get("count")?.value).toBe("400");
  });

  it("loses no update of processes whose end closes it", async () => {
    const path = databasePath();
    for (const times of [1, 100]) await count(2, path, times, "--closes-at-exit");
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    const store = open(path);
    expect((await store.read()).get("count")?.value).toBe("202");
    await store[Symbol.asyncDispose]();
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it("moves the log of such a process into the file while it runs, so that it stays short", async () => {
    const path = databasePath();
    await count(1, path, 400, "--closes-at-exit");
    // 400 changes of three pages each are 5 MB.
    expect(statSync(`${path}-wal`).size).toBeLessThan(400_000);
  });
});
