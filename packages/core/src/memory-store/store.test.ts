import { describe, expect, it } from "vitest";
import type { RuleInput } from "../model/rule.ts";
import type { RuleFilter } from "../ports/rule-filter.ts";
import type { ListOptions, StoreEvent } from "../ports/rule-store.ts";
import { buildRule } from "../../test/rules.ts";
import { createMemoryStore } from "./store.ts";

function storeOf(...inputs: readonly Partial<RuleInput>[]) {
  return createMemoryStore({ rules: inputs.map((input) => buildRule(input)) });
}

async function idsOf(store: ReturnType<typeof storeOf>, options?: ListOptions): Promise<string[]> {
  const ids: string[] = [];
  for await (const { rule } of store.list(options)) ids.push(rule.id);
  return ids;
}

describe("saving", () => {
  it("creates a rule, and replaces it if the revision is current", async () => {
    const store = createMemoryStore();
    const first = await store.save(buildRule({ priority: 1 }));
    const second = await store.save(buildRule({ priority: 2 }), { revision: first.revision });
    expect(second.revision).not.toBe(first.revision);
    expect((await store.get("project:style"))?.rule.priority).toBe(2);
    expect(first.rule.priority).toBe(1);
  });

  it.each([
    ["the rule exists and no revision is given", undefined],
    ["the revision is outdated", "1"],
    ["the revision never existed", "99"],
  ])("is rejected if %s, and changes nothing", async (_, revision) => {
    const store = createMemoryStore();
    await store.save(buildRule(), { revision: (await store.save(buildRule({ priority: 1 }))).revision });
    const before = await store.get("project:style");
    await expect(store.save(buildRule({ priority: 9 }), revision === undefined ? {} : { revision })).rejects.toMatchObject({
      code: "RULE_CONFLICT",
      details: { id: "project:style", expected: revision ?? "none", actual: "2" },
    });
    expect(await store.get("project:style")).toEqual(before);
  });

  it("is rejected if a revision is given for a missing rule", async () => {
    await expect(createMemoryStore().save(buildRule(), { revision: "1" })).rejects.toMatchObject({ details: { actual: "none" } });
  });

  it("is rejected for an invalid rule, with the field", async () => {
    const store = createMemoryStore();
    await expect(store.save({ ...buildRule(), priority: 500 })).rejects.toMatchObject({
      code: "RULE_INVALID",
      message: expect.stringContaining("priority: ") as string,
    });
    expect(await idsOf(store)).toEqual([]);
  });

  it("accepts one of two concurrent writes with the same revision", async () => {
    const store = storeOf({ priority: 1 });
    const { revision = "" } = (await store.get("project:style")) ?? {};
    const writes = await Promise.allSettled([2, 3].map((priority) => store.save(buildRule({ priority }), { revision })));
    expect(writes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((await store.get("project:style"))?.rule.priority).toBe(2);
  });
});

describe("deleting", () => {
  it("returns whether the rule existed", async () => {
    const store = storeOf({});
    expect(await store.delete("project:style")).toBe(true);
    expect(await store.delete("project:style")).toBe(false);
    expect(await store.get("project:style")).toBeUndefined();
  });

  it("is rejected if the revision is not current", async () => {
    const store = storeOf({});
    await expect(store.delete("project:style", { revision: "9" })).rejects.toMatchObject({ code: "RULE_CONFLICT" });
    expect(await idsOf(store)).toEqual(["project:style"]);
  });
});

describe("returned rules", () => {
  it("have the store as origin", async () => {
    const store = createMemoryStore({ id: "session", rules: [buildRule({ origin: { store: "fs", path: "a.md" } })] });
    expect((await store.get("project:style"))?.rule.origin).toEqual({ store: "session", path: "a.md" });
  });

  it("are frozen, and do not change with the saved object", async () => {
    const metadata = { owner: { team: "web" } };
    const store = createMemoryStore({ rules: [buildRule({ globs: ["*.ts"], metadata })] });
    const { rule } = (await store.get("project:style")) ?? {};
    metadata.owner.team = "api";
    expect(rule?.metadata).toEqual({ owner: { team: "web" } });
    expect([rule, rule?.globs, rule?.metadata["owner"], rule?.origin].every((part) => Object.isFrozen(part))).toBe(true);
    expect(() => Object.assign(rule?.metadata["owner"] ?? {}, { team: "api" })).toThrow(TypeError);
  });
});

describe("listing", () => {
  const ids = ["b", "a", "é", "B", "\uff5e", "😀"];

  it("orders by id, by code point", async () => {
    expect(await idsOf(storeOf(...ids.map((id) => ({ id }))))).toEqual(["B", "a", "b", "é", "\uff5e", "😀"]);
  });

  it.each([1, 2, 4, 6, 7])("yields each rule once in pages of %d", async (limit) => {
    const store = storeOf(...ids.map((id) => ({ id })));
    const pages: string[][] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = [];
      for await (const stored of store.list({ limit, ...(cursor !== undefined && { cursor }) })) page.push(stored);
      if (page.length === 0) break;
      pages.push(page.map(({ rule }) => rule.id));
      cursor = page.at(-1)?.cursor;
    }
    expect(pages.flat()).toEqual(["B", "a", "b", "é", "\uff5e", "😀"]);
    expect(pages.every((page) => page.length <= limit)).toBe(true);
  });

  it("continues after a deleted rule", async () => {
    const store = storeOf({ id: "a" }, { id: "b" }, { id: "c" });
    await store.delete("b");
    expect(await idsOf(store, { cursor: "b" })).toEqual(["c"]);
  });

  it("shows one point in time, even if rules are written meanwhile", async () => {
    const store = storeOf({ id: "a" }, { id: "b" });
    const seen: string[] = [];
    for await (const { rule } of store.list()) {
      seen.push(rule.id);
      await store.delete(rule.id === "a" ? "b" : "a");
      if (rule.id === "a") await store.save(buildRule({ id: "c" }));
    }
    expect(seen).toEqual(["a", "b"]);
  });

  it("yields nothing with a limit of 0", async () => {
    expect(await idsOf(storeOf({}), { limit: 0 })).toEqual([]);
  });
});

describe("filters", () => {
  const store = storeOf(
    { id: "1", name: "style" },
    { id: "2", scope: "user", inclusion: "manual", enabled: false },
    { id: "3", projectId: "shop", targets: ["claude"], tags: ["a:1", "b:2"] },
    { id: "4", projectId: "blog", userId: "ann", targets: ["cursor"], tags: ["a:1"] },
  );

  it.each<[RuleFilter, string[]]>([
    [{}, ["1", "2", "3", "4"]],
    [{ scope: "user" }, ["2"]],
    [{ inclusion: "manual" }, ["2"]],
    [{ name: "style" }, ["1", "2", "3", "4"]],
    [{ name: "other" }, []],
    [{ enabled: true }, ["1", "3", "4"]],
    [{ projectId: "shop" }, ["1", "2", "3"]],
    [{ userId: "bob" }, ["1", "2", "3"]],
    [{ target: "claude" }, ["1", "2", "3"]],
    [{ tags: ["a:1"] }, ["3", "4"]],
    [{ tags: ["a:1", "b:2"] }, ["3"]],
    [{ projectId: "blog", enabled: true, target: "cursor" }, ["1", "4"]],
  ])("%j passes %j", async (filter, ids) => {
    expect(await idsOf(store, { filter })).toEqual(ids);
  });

  it("apply before the limit", async () => {
    expect(await idsOf(store, { filter: { tags: ["a:1"] }, limit: 1, cursor: "1" })).toEqual(["3"]);
  });
});

describe("subscribers", () => {
  it("are notified of every finished write, until they unsubscribe", async () => {
    const store = createMemoryStore();
    const events: [saved: string[], deleted: readonly string[]][] = [];
    const unsubscribe = store.subscribe((event) => {
      if (event.kind === "changed") events.push([event.saved.map(({ rule }) => rule.id), event.deleted]);
    });
    await store.save(buildRule({ id: "a" }));
    await store.delete("a");
    await store.delete("a");
    unsubscribe();
    await store.save(buildRule({ id: "b" }));
    expect(events).toEqual([
      [["a"], []],
      [[], ["a"]],
    ]);
  });

  it("are not notified of a rejected write", async () => {
    const store = storeOf({});
    const events: StoreEvent[] = [];
    store.subscribe((change) => events.push(change));
    await expect(store.save(buildRule())).rejects.toThrow("already exists");
    expect(events).toEqual([]);
  });
});

describe("an aborted signal", () => {
  const signal = AbortSignal.abort(new Error("aborted"));

  it("rejects every call with its reason, and nothing is written", async () => {
    const store = storeOf({});
    await expect(store.save(buildRule({ id: "new" }), { signal })).rejects.toThrow("aborted");
    await expect(store.delete("project:style", { signal })).rejects.toThrow("aborted");
    await expect(store.get("project:style", { signal })).rejects.toThrow("aborted");
    await expect(store.reload({ signal })).rejects.toThrow("aborted");
    await expect(idsOf(store, { signal })).rejects.toThrow("aborted");
    expect(await idsOf(store)).toEqual(["project:style"]);
  });

  it("ends a listing", async () => {
    const store = storeOf({ id: "a" }, { id: "b" });
    const controller = new AbortController();
    const list = async () => {
      for await (const _ of store.list({ signal: controller.signal })) controller.abort(new Error("aborted"));
    };
    await expect(list()).rejects.toThrow("aborted");
  });
});

it("rejects every call after it is closed", async () => {
  const store = storeOf({});
  await store[Symbol.asyncDispose]();
  const closed = { code: "STORE_CLOSED", details: { store: "memory" } };
  await expect(store.get("a")).rejects.toMatchObject(closed);
  await expect(store.save(buildRule({ id: "b" }))).rejects.toMatchObject(closed);
  await expect(store.delete("a")).rejects.toMatchObject(closed);
  await expect(store.reload()).rejects.toMatchObject(closed);
  await expect(idsOf(store)).rejects.toMatchObject(closed);
});

it("has the capabilities that it implements", () => {
  const store = createMemoryStore();
  expect(store.capabilities).toEqual({
    write: true,
    search: false,
    history: true,
    usage: true,
    transactions: true,
    positions: false,
    orderedIds: true,
    ruleCursors: true,
    cycleChecks: true,
  });
  expect(store.diagnostics()).toEqual([]);
});
