import { describe, expect, it } from "vitest";
import type { RuleInput } from "../model/rule.ts";
import type { ListOptions, RuleFilter, StoreChange } from "../ports/rule-store.ts";
import { buildRule } from "../testing/rules.ts";
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
  it("makes a rule, and replaces it where the revision is the current one", async () => {
    const store = createMemoryStore();
    const first = await store.save(buildRule({ priority: 1 }));
    const second = await store.save(buildRule({ priority: 2 }), { revision: first.revision });
    expect(second.revision).not.toBe(first.revision);
    expect((await store.get("project:style"))?.rule.priority).toBe(2);
    expect(first.rule.priority).toBe(1);
  });

  it.each([
    ["the rule is there and none was named", undefined],
    ["the revision is an older one", "1"],
    ["the revision was never one", "99"],
  ])("is refused where %s, and changes nothing", async (_, revision) => {
    const store = createMemoryStore();
    await store.save(buildRule(), { revision: (await store.save(buildRule({ priority: 1 }))).revision });
    const before = await store.get("project:style");
    await expect(store.save(buildRule({ priority: 9 }), revision === undefined ? {} : { revision })).rejects.toMatchObject({
      code: "RULE_CONFLICT",
      details: { id: "project:style", expected: revision ?? "none", actual: "2" },
    });
    expect(await store.get("project:style")).toEqual(before);
  });

  it("is refused where a revision is named of a rule that is not there", async () => {
    await expect(createMemoryStore().save(buildRule(), { revision: "1" })).rejects.toMatchObject({ details: { actual: "none" } });
  });

  it("is refused for a rule that is not valid, naming the field", async () => {
    const store = createMemoryStore();
    await expect(store.save({ ...buildRule(), priority: 500 })).rejects.toMatchObject({
      code: "RULE_INVALID",
      message: expect.stringContaining("priority: ") as string,
    });
    expect(await idsOf(store)).toEqual([]);
  });

  it("lets one of two writers win who read the same revision", async () => {
    const store = storeOf({ priority: 1 });
    const { revision = "" } = (await store.get("project:style")) ?? {};
    const writes = await Promise.allSettled([2, 3].map((priority) => store.save(buildRule({ priority }), { revision })));
    expect(writes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((await store.get("project:style"))?.rule.priority).toBe(2);
  });
});

describe("deleting", () => {
  it("says whether there was such a rule", async () => {
    const store = storeOf({});
    expect(await store.delete("project:style")).toBe(true);
    expect(await store.delete("project:style")).toBe(false);
    expect(await store.get("project:style")).toBeUndefined();
  });

  it("is refused where the revision is not the current one", async () => {
    const store = storeOf({});
    await expect(store.delete("project:style", { revision: "9" })).rejects.toMatchObject({ code: "RULE_CONFLICT" });
    expect(await idsOf(store)).toEqual(["project:style"]);
  });
});

describe("what is handed out", () => {
  it("names the store as the origin", async () => {
    const store = createMemoryStore({ id: "session", rules: [buildRule({ origin: { store: "fs", path: "a.md" } })] });
    expect((await store.get("project:style"))?.rule.origin).toEqual({ store: "session", path: "a.md" });
  });

  it("can't be changed, nor changes when its giver changes what was handed in", async () => {
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

  it("goes by id, in the order of code points", async () => {
    expect(await idsOf(storeOf(...ids.map((id) => ({ id }))))).toEqual(["B", "a", "b", "é", "\uff5e", "😀"]);
  });

  it.each([1, 2, 4, 6, 7])("gives every rule once in pages of %d", async (limit) => {
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

  it("goes on behind a rule that is gone meanwhile", async () => {
    const store = storeOf({ id: "a" }, { id: "b" }, { id: "c" });
    await store.delete("b");
    expect(await idsOf(store, { cursor: "b" })).toEqual(["c"]);
  });

  it("shows the rules of one moment, whatever is written while it is read", async () => {
    const store = storeOf({ id: "a" }, { id: "b" });
    const seen: string[] = [];
    for await (const { rule } of store.list()) {
      seen.push(rule.id);
      await store.delete(rule.id === "a" ? "b" : "a");
      if (rule.id === "a") await store.save(buildRule({ id: "c" }));
    }
    expect(seen).toEqual(["a", "b"]);
  });

  it("gives nothing at a limit of none", async () => {
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
  ])("%j leaves %j", async (filter, ids) => {
    expect(await idsOf(store, { filter })).toEqual(ids);
  });

  it("count before the limit does", async () => {
    expect(await idsOf(store, { filter: { tags: ["a:1"] }, limit: 1, cursor: "1" })).toEqual(["3"]);
  });
});

describe("subscribers", () => {
  it("hear of every write once it is done, until they leave", async () => {
    const store = createMemoryStore();
    const heard: [saved: string[], deleted: readonly string[]][] = [];
    const leave = store.subscribe(({ saved, deleted }) => heard.push([saved.map((rule) => rule.id), deleted]));
    await store.save(buildRule({ id: "a" }));
    await store.delete("a");
    await store.delete("a");
    leave();
    await store.save(buildRule({ id: "b" }));
    expect(heard).toEqual([
      [["a"], []],
      [[], ["a"]],
    ]);
  });

  it("hear nothing of a write that was refused", async () => {
    const store = storeOf({});
    const heard: StoreChange[] = [];
    store.subscribe((change) => heard.push(change));
    await expect(store.save(buildRule())).rejects.toThrow("is at revision 1, not none");
    expect(heard).toEqual([]);
  });
});

describe("a signal that was given", () => {
  const signal = AbortSignal.abort(new Error("enough"));

  it("ends every call with its reason, and nothing was written", async () => {
    const store = storeOf({});
    await expect(store.save(buildRule({ id: "new" }), { signal })).rejects.toThrow("enough");
    await expect(store.delete("project:style", { signal })).rejects.toThrow("enough");
    await expect(store.get("project:style", { signal })).rejects.toThrow("enough");
    await expect(store.reload({ signal })).rejects.toThrow("enough");
    await expect(idsOf(store, { signal })).rejects.toThrow("enough");
    expect(await idsOf(store)).toEqual(["project:style"]);
  });

  it("ends a listing in its middle", async () => {
    const store = storeOf({ id: "a" }, { id: "b" });
    const controller = new AbortController();
    const list = async () => {
      for await (const _ of store.list({ signal: controller.signal })) controller.abort(new Error("enough"));
    };
    await expect(list()).rejects.toThrow("enough");
  });
});

it("refuses every call once it is closed", async () => {
  const store = storeOf({});
  await store[Symbol.asyncDispose]();
  const closed = { code: "STORE_CLOSED", details: { store: "memory" } };
  await expect(store.get("a")).rejects.toMatchObject(closed);
  await expect(store.save(buildRule({ id: "b" }))).rejects.toMatchObject(closed);
  await expect(store.delete("a")).rejects.toMatchObject(closed);
  await expect(store.reload()).rejects.toMatchObject(closed);
  await expect(idsOf(store)).rejects.toMatchObject(closed);
});

it("can write, and pretends nothing else", () => {
  const store = createMemoryStore();
  expect(store.capabilities).toEqual({ write: true, search: false, history: true, usage: true, transactions: true });
  expect(store.diagnostics()).toEqual([]);
});
