import { createMemoryStore, createRule, type RuleInput, type RuleStore } from "@precept/core";
import { describe, expect, it } from "vitest";
import { copyStore, type CopyTarget } from "./copy-store.ts";

const rule = (id: string, more: Partial<RuleInput> = {}) => createRule({ id, name: id, content: `Text of ${id}.`, ...more });

/** A store in memory whose clock can be set. */
function openTarget(store?: RuleStore): CopyTarget & { readonly times: string[] } {
  const times: string[] = [];
  const now = (): string => times.shift() ?? "2026-12-01T00:00:00.000Z";
  return {
    store: store ?? createMemoryStore({ now }),
    assignsIds: false,
    times,
    setTimes: (next) => void times.splice(0, times.length, ...next),
  };
}

async function openSource(): Promise<RuleStore> {
  let day = 0;
  const store = createMemoryStore({
    now: () => {
      day += 1;
      return `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;
    },
  });
  await store.save(rule("a"));
  await store.save(rule("b", { replaces: ["a"], projectId: "shop" }));
  await store.save(rule("a", { content: "Two." }), { upsert: true, reason: "It was wrong." });
  await store.delete("a");
  await store.save(rule("a", { content: "Three." }));
  await store.recordUse({ ids: ["a", "b"], at: "2026-02-01T00:00:00.000Z", session: "s", tool: "claude", count: 3 });
  await store.recordUse({ ids: ["a"], at: "2026-02-02T00:00:00.000Z" });
  return store;
}

async function historyOf(store: RuleStore, id: string): Promise<readonly unknown[]> {
  const revisions: unknown[] = [];
  for await (const {
    rule: { origin: _, ...fields },
    at,
    reason,
    deleted,
  } of store.history(id)) {
    revisions.push({ ...fields, at, reason, deleted });
  }
  return revisions;
}

describe("copyStore", () => {
  it("copies rules with their revisions, times, reasons and usage, and then nothing more", async () => {
    const [from, to] = [await openSource(), openTarget()];
    const report = await copyStore(from, to);
    expect(report).toMatchObject({ rules: 2, copied: 2, revisions: 5, equal: 0, usage: 2, conflicts: [], rejected: [] });
    expect(report.verified?.from).toBe(report.verified?.to);
    for (const id of ["a", "b"]) expect(await historyOf(to.store, id)).toEqual(await historyOf(from, id));
    expect(await to.store.usage(["a", "b"])).toEqual(await from.usage(["a", "b"]));
    const again = await copyStore(from, to);
    expect(again).toMatchObject({ copied: 0, revisions: 0, equal: 2, usage: 0, verified: report.verified });
  });

  it("writes nothing in a dry run", async () => {
    const [from, to] = [await openSource(), openTarget()];
    expect(await copyStore(from, to, { dryRun: true })).toMatchObject({ copied: 2, revisions: 5, verified: undefined });
    expect(await to.store.get("a")).toBeUndefined();
  });

  it("continues a copy that ended before all revisions of a rule, or with some of its usage", async () => {
    const [from, to] = [await openSource(), openTarget()];
    to.setTimes(["2026-01-01T00:00:00.000Z", "2026-01-03T00:00:00.000Z"]);
    await to.store.save(rule("a"));
    await to.store.save(rule("a", { content: "Two." }), { upsert: true, reason: "It was wrong." });
    await to.store.recordUse({ ids: ["a"], at: "2026-02-01T00:00:00.000Z", session: "s", tool: "claude", count: 3 });
    expect(await copyStore(from, to)).toMatchObject({ copied: 2, revisions: 3, usage: 2 });
    expect(await historyOf(to.store, "a")).toEqual(await historyOf(from, "a"));
    expect(await to.store.usage(["a", "b"])).toEqual(await from.usage(["a", "b"]));
  });

  it.each([
    ["another text", (store: RuleStore) => store.save(rule("a", { content: "Mine." }))],
    ["a deletion", async (store: RuleStore) => void (await store.save(rule("a")), await store.delete("a"))],
  ])("replaces no rule for which the other store has %s", async (_, write) => {
    const [from, to] = [await openSource(), openTarget()];
    await write(to.store);
    const before = await historyOf(to.store, "a");
    const report = await copyStore(from, to);
    expect(report).toMatchObject({ copied: 1, conflicts: [{ id: "a", name: "a" }] });
    expect(report.verified?.from).not.toBe(report.verified?.to);
    expect(await historyOf(to.store, "a")).toEqual(before);
  });

  it("copies all other rules if the other store refuses one", async () => {
    const [from, to] = [await openSource(), openTarget()];
    await from.save(rule("c", { replaces: ["z"] }));
    await to.store.save(rule("z", { replaces: ["c"] }));
    const reason = expect.stringContaining("it would supersede itself");
    expect(await copyStore(from, to)).toMatchObject({ copied: 2, rejected: [{ id: "c", name: "c", reason }] });
    expect(await historyOf(to.store, "a")).toHaveLength(4);
  });

  it("says what a store without history and usage cannot have", async () => {
    const from = await openSource();
    const to = openTarget(createMemoryStore({ history: false }));
    expect(await copyStore(from, to)).toMatchObject({ copied: 2, revisions: 2, lost: { revisions: 3 } });
    expect((await to.store.get("a"))?.rule.content).toBe("Three.");
  });
});
