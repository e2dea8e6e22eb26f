import { describe, expect, it } from "vitest";
import { chunkSize } from "./list.ts";
import { databasePath } from "../test/directory.ts";
import { openDriver, openStore, openWithDriver } from "../test/open.ts";
import { buildRule, change, idsOf } from "../test/rules.ts";

const idAt = (position: number) => `r${String(position).padStart(5, "0")}`;

function openTwo() {
  const path = databasePath();
  return { path, store: openStore({ path }), other: openStore({ path, id: "other" }) };
}

async function fill(store: ReturnType<typeof openStore>, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, position) => idAt(position));
  await store.apply(ids.map((id) => ({ kind: "save" as const, rule: buildRule({ id, content: "0" }) })));
  return ids;
}

describe("a listing", () => {
  it.each([chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize])("of %d rules yields each once", async (count) => {
    const store = openStore();
    const ids = await fill(store, count);
    expect(await idsOf(store)).toEqual(ids);
    expect(await idsOf(store, { limit: chunkSize })).toEqual(ids.slice(0, chunkSize));
    expect(await idsOf(store, { limit: 2 * chunkSize + 1, cursor: idAt(9) })).toEqual(ids.slice(10, 10 + 2 * chunkSize + 1));
  });

  it("neither misses nor repeats a rule while another connection writes, and each rule is consistent", async () => {
    const { store, other } = openTwo();
    const stay = await fill(store, 4 * chunkSize);
    const seen: string[] = [];
    let writes = 0;
    for await (const { rule } of store.list()) {
      seen.push(rule.id);
      // Priority and content change together, so that an inconsistent rule is detected.
      expect(rule.content).toBe(String(rule.priority === 50 ? 0 : rule.priority));
      if (seen.length % 16 !== 0) continue;
      writes += 1;
      const ahead = stay[(seen.length + 700) % stay.length] ?? "";
      const priority = (writes % 40) + 1;
      await change(other, ahead, { priority, content: String(priority) });
      await other.save(buildRule({ id: `${rule.id}+`, content: "0" }));
      await other.save(buildRule({ id: `gone-${writes}`, content: "0" }));
      await other.delete(`gone-${writes}`);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted());
    const wasSeen = new Set(seen);
    expect(stay.filter((id) => !wasSeen.has(id))).toEqual([]);
  });

  it("in pages neither misses nor repeats a rule while another connection writes between them", async () => {
    const { store, other } = openTwo();
    const stay = await fill(store, 100);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = [];
      for await (const stored of store.list({
        limit: 7,
        ...(cursor !== undefined && { cursor }),
        filter: { scope: "project" },
      })) {
        page.push(stored);
      }
      if (page.length === 0) break;
      seen.push(...page.map(({ rule }) => rule.id));
      cursor = page.at(-1)?.cursor;
      // Delete the rule before the next page, and add one directly after it.
      if (seen.length < 80) await other.save(buildRule({ id: `${cursor}!`, content: "0" }));
      if (seen.length > 50) await other.delete(cursor ?? "");
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(stay.filter((id) => !seen.includes(id))).toEqual([]);
  });

  it("that is not finished blocks neither writers nor checkpoints", async () => {
    const path = databasePath();
    const { store, driver } = openWithDriver({ path });
    await fill(store, 3 * chunkSize);
    const reading = store.list()[Symbol.asyncIterator]();
    await reading.next();
    const other = openDriver(path);
    other.exec("BEGIN IMMEDIATE; DELETE FROM rule_usage; COMMIT");
    expect(other.all("PRAGMA wal_checkpoint(TRUNCATE)")).toMatchObject([{ busy: 0 }]);
    expect(driver().all("PRAGMA wal_checkpoint(TRUNCATE)")).toMatchObject([{ busy: 0 }]);
    expect(await reading.next()).toMatchObject({ done: false });
  });

  it("orders by code point, above U+FFFF too", async () => {
    const store = openStore();
    const ids = ["B", "a", "a\0", "a\0b", "b", "é", "\uff5e", "😀"];
    for (const id of ids.toReversed()) await store.save(buildRule({ id, name: id }));
    expect(await idsOf(store)).toEqual(ids);
    expect(await idsOf(store, { filter: { scope: "project" }, cursor: "é", limit: 1 })).toEqual(["\uff5e"]);
    expect((await store.get("a\0"))?.rule.id).toBe("a\0");
  });
});
