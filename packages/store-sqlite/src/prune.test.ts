import { describe, expect, it } from "vitest";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore } from "../test/open.ts";
import { buildRule, change, collect } from "../test/rules.ts";

function openWithClock(path = databasePath()) {
  let minute = 0;
  const store = openStore({ path, now: () => new Date(Date.UTC(2026, 10, 21, 9, minute)) });
  return { store, path, passMinute: () => (minute += 1) };
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();

async function contentsOf(store: ReturnType<typeof openStore>, id: string) {
  return (await collect(store.history(id))).map(({ rule, deleted }) => (deleted ? `${rule.content} deleted` : rule.content));
}

describe("pruning", () => {
  it("by count retains the newest revisions of each rule, the current one and the deletion", async () => {
    const { store } = openWithClock();
    for (const id of ["a", "b", "gone"]) {
      for (const content of ["1", "2", "3", "4"]) await change(store, id, { content });
    }
    await store.delete("gone");
    expect(await store.pruneHistory({ maxRevisions: 2 })).toBe(7);
    expect(await contentsOf(store, "a")).toEqual(["4", "3"]);
    expect(await contentsOf(store, "gone")).toEqual(["4 deleted", "4"]);
    expect(await store.pruneHistory({ maxRevisions: 0 })).toBe(3);
    expect(await contentsOf(store, "b")).toEqual(["4"]);
    expect(await contentsOf(store, "gone")).toEqual(["4 deleted"]);
    expect((await store.get("a"))?.rule.content).toBe("4");
  });

  it("by age removes the revisions that were replaced before a time, in any time zone", async () => {
    const { store, passMinute } = openWithClock();
    for (const content of ["0", "1", "2", "3"]) {
      await change(store, "a", { content });
      passMinute();
    }
    expect(await store.pruneHistory({ replacedBefore: at(1) })).toBe(0);
    expect(await store.pruneHistory({ replacedBefore: "2026-11-21T11:02:30+02:00" })).toBe(2);
    expect(await contentsOf(store, "a")).toEqual(["3", "2"]);
    await expect(store.pruneHistory({ replacedBefore: "yesterday" })).rejects.toMatchObject({ code: "OPTION_VALUE_INVALID" });
  });

  it("without limits removes nothing", async () => {
    const { store } = openWithClock();
    await change(store, "a", {});
    await change(store, "a", {});
    expect(await store.pruneHistory({})).toBe(0);
  });

  it("removes the old revisions of more rules than one transaction covers", async () => {
    const store = openStore();
    const ids = Array.from({ length: 1000 }, (_, position) => `r${position}`);
    for (const content of ["one", "two"]) {
      await store.writeMany(ids.map((id) => ({ kind: "save", rule: buildRule({ id, content }), upsert: true })));
    }
    expect(await store.pruneHistory({ maxRevisions: 1 })).toBe(1000);
    for (const id of ["r0", "r999"]) expect(await contentsOf(store, id)).toEqual(["two"]);
  });

  it("does not affect later versions and revisions", async () => {
    const { store } = openWithClock();
    for (const content of ["1", "2", "3"]) await change(store, "a", { content });
    await store.delete("a");
    await store.pruneHistory({ maxRevisions: 1 });
    const again = await store.save(buildRule({ id: "a", content: "4" }));
    expect(again).toMatchObject({ revision: "5", rule: { version: 4 } });
  });

  it("resets positions before a removed revision, and no others", async () => {
    const { store } = openWithClock();
    await change(store, "a", { content: "1" });
    const first = await store.etag();
    await change(store, "a", { content: "2" });
    const second = await store.etag();
    await store.delete("a");
    const third = await store.etag();
    await store.save(buildRule({ id: "b" }));
    await store.pruneHistory({ maxRevisions: 1 });
    expect(await store.changesSince(first)).toMatchObject({ kind: "reset" });
    expect(await store.changesSince(second)).toMatchObject({ kind: "reset" });
    expect(await store.changesSince(third)).toMatchObject({ kind: "changed", saved: [{ rule: { id: "b" } }], deleted: [] });
  });

  it("is the only way to delete a revision", async () => {
    const { store, path } = openWithClock();
    for (const content of ["1", "2", "3"]) await change(store, "a", { content });
    await store.save(buildRule({ id: "gone" }));
    await store.delete("gone");
    const driver = openDriver(path);
    for (const revision of [1, 3, 5]) {
      const remove = `DELETE FROM revisions WHERE revision = ${revision}`;
      expect(() => driver.exec(remove)).toThrow("a revision that is not pruned is never deleted");
    }
    driver.exec("UPDATE feed SET pruned_until = 5");
    for (const revision of [3, 5]) {
      const remove = `DELETE FROM revisions WHERE revision = ${revision}`;
      expect(() => driver.exec(remove)).toThrow("a revision that is not pruned is never deleted");
    }
  });
});
