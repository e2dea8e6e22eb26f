import { describe, expect, it, vi } from "vitest";
import { startChild } from "../test/child.ts";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule } from "../test/rules.ts";

const at = (second: number) => `2026-11-21T00:00:0${second}.000Z`;

/** The usage in the file, without uses in memory. */
function written(path: string): readonly unknown[] {
  return openDriver(path).all("SELECT rule_id AS id, count FROM rule_usage ORDER BY id");
}

async function openFilled(path: string) {
  const store = openStore({ path, busyTimeoutMs: 1 });
  await store.apply(["a", "b"].map((id) => ({ kind: "save", rule: buildRule({ id }) })));
  return store;
}

describe("uses", () => {
  it("are written together after a delay", async () => {
    const path = databasePath();
    const store = await openFilled(path);
    await store.recordUse({ ids: ["a", "b"], at: at(1) });
    await store.recordUse({ ids: ["a"], at: at(2) });
    expect(written(path)).toEqual([]);
    await vi.waitFor(
      () =>
        expect(written(path)).toEqual([
          { id: "a", count: 2 },
          { id: "b", count: 1 },
        ]),
      { timeout: 30_000 },
    );
    await store.recordUse({ ids: ["b"], at: at(3) });
    await vi.waitFor(
      () =>
        expect(written(path)).toEqual([
          { id: "a", count: 2 },
          { id: "b", count: 2 },
        ]),
      { timeout: 30_000 },
    );
  });

  it("are written when they are read", async () => {
    const path = databasePath();
    const store = await openFilled(path);
    await store.recordUse({ ids: ["a", "a", "missing"], at: at(2) });
    await store.recordUse({ ids: ["a"], at: at(1) });
    expect(await store.usage(["a", "b", "missing"])).toEqual(new Map([["a", { count: 3, lastUsedAt: at(2), tools: {} }]]));
    expect(written(path)).toEqual([{ id: "a", count: 3 }]);
  });

  it("are written when the store is closed", async () => {
    const path = databasePath();
    const store = await openFilled(path);
    await store.recordUse({ ids: ["a"], at: at(1) });
    await store[Symbol.asyncDispose]();
    expect(written(path)).toEqual([{ id: "a", count: 1 }]);
  });

  it("of several processes are added up, and the latest time is stored", async () => {
    const path = databasePath();
    const [one, other] = [await openFilled(path), openStore({ path })];
    await one.recordUse({ ids: ["a"], at: at(5) });
    await other.recordUse({ ids: ["a", "a"], at: at(4) });
    await one.usage([]);
    expect(await other.usage(["a"])).toEqual(new Map([["a", { count: 3, lastUsedAt: at(5), tools: {} }]]));
  });

  it("are counted by tool, with the session of the last use that named one", async () => {
    const path = databasePath();
    const store = await openFilled(path);
    const other = openStore({ path });
    await other.recordUse({ ids: ["a"], at: at(4), session: "late", tool: "cursor" });
    await other.usage([]);
    await store.recordUse({ ids: ["a"], at: at(1), session: "first", tool: "claude" });
    await store.recordUse({ ids: ["a", "b"], at: at(2), tool: "claude" });
    await store.recordUse({ ids: ["a"], at: at(5) });
    const usage = new Map([
      ["a", { count: 4, lastUsedAt: at(5), lastSession: "late", tools: { claude: 2, cursor: 1 } }],
      ["b", { count: 1, lastUsedAt: at(2), tools: { claude: 1 } }],
    ]);
    expect(await store.usage(["a", "b"])).toEqual(usage);
    await store[Symbol.asyncDispose]();
    expect(await other.usage(["a", "b"])).toEqual(usage);
    await other.recordUse({ ids: ["b"], at: at(1), session: "first known" });
    expect((await other.usage(["b"])).get("b")).toEqual({
      count: 2,
      lastUsedAt: at(2),
      lastSession: "first known",
      tools: { claude: 1 },
    });
  });

  it("compare times, not texts, and accept any name of a tool", async () => {
    const store = await openFilled(databasePath());
    await store.recordUse({ ids: ["a"], at: "2026-11-21T01:00:00+02:00", tool: "__proto__" });
    await store.usage([]);
    await store.recordUse({ ids: ["a"], at: "2026-11-20T23:30:00Z", tool: "__proto__" });
    const { lastUsedAt, tools } = (await store.usage(["a"])).get("a") ?? {};
    expect(lastUsedAt).toBe("2026-11-20T23:30:00Z");
    expect(Object.entries(tools ?? {})).toEqual([["__proto__", 2]]);
  });

  it("of several processes are all counted while they write at the same time", async () => {
    const path = databasePath();
    const store = await openFilled(path);
    const program = new URL("../test/use.ts", import.meta.url);
    const children = ["claude", "cursor", "codex"].map((tool) => startChild(program, { args: [path, "200", tool] }));
    for (const child of children) expect(await child.next()).toBe("ready");
    await Promise.all(children.map((child) => child.ask({})));
    const used = { count: 600, tools: { claude: 200, cursor: 200, codex: 200 } };
    expect(await store.usage(["a", "b"])).toMatchObject(
      new Map([
        ["a", used],
        ["b", used],
      ]),
    );
  });

  it("remain if the rule is deleted and created again", async () => {
    const store = await openFilled(databasePath());
    await store.recordUse({ ids: ["a"], at: at(1) });
    await store.delete("a");
    await store.recordUse({ ids: ["a"], at: at(2) });
    expect(await store.usage(["a"])).toEqual(new Map([["a", { count: 1, lastUsedAt: at(1), tools: {} }]]));
    await store.save(buildRule({ id: "a" }));
    await store.recordUse({ ids: ["a"], at: at(3) });
    expect(await store.usage(["a"])).toEqual(new Map([["a", { count: 2, lastUsedAt: at(3), tools: {} }]]));
  });
});

describe("uses that cannot be written", () => {
  it("remain counted, and are written exactly once when possible", async () => {
    const path = databasePath();
    const store = await openFilled(path);
    const other = openDriver(path);
    other.exec("BEGIN IMMEDIATE");
    await store.recordUse({ ids: ["a"], at: at(1) });
    await expect(store.usage(["a"])).rejects.toMatchObject({ code: "STORE_FAILED" });
    await store.recordUse({ ids: ["a"], at: at(2) });
    await expect(store.usage(["a"])).rejects.toThrow("locked");
    other.exec("COMMIT");
    await vi.waitFor(() => expect(written(path)).toEqual([{ id: "a", count: 2 }]), { timeout: 30_000 });
    expect(await store.usage(["a"])).toEqual(new Map([["a", { count: 2, lastUsedAt: at(2), tools: {} }]]));
  });

  it("are reported by the disposal, which closes the file", async () => {
    const path = databasePath();
    const store = await openFilled(path);
    const other = openDriver(path);
    other.exec("BEGIN IMMEDIATE");
    await store.recordUse({ ids: ["a"], at: at(1) });
    await expect(store[Symbol.asyncDispose]()).rejects.toThrow("locked");
    other.exec("COMMIT");
    await expect(store.get("a")).rejects.toMatchObject({ code: "STORE_CLOSED" });
    await store[Symbol.asyncDispose]();
  });
});
