import { createInterface } from "node:readline";
import { bySize } from "@precept/testing";
import { expect, it } from "vitest";
import { searchIndexStatus } from "./search-maintenance.ts";
import { databasePath } from "../test/directory.ts";
import { startChild } from "../test/child.ts";
import { openDriver, openStore } from "../test/open.ts";
import { collect } from "../test/rules.ts";

const program = new URL("../test/save-many.ts", import.meta.url);

/**
 * Kills a process that saves 1,000 rules after a number of acknowledged writes. Returns the ids of all acknowledged
 * writes.
 */
async function killAfter(writes: number, path: string): Promise<readonly string[]> {
  const child = startChild(program, { args: [path, "1000"] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.output })) {
    lines.push(line);
    // Writes that are acknowledged before the signal arrives count too.
    if (lines.length === writes) child.process.kill("SIGKILL");
  }
  return lines.flatMap((line) => line.split(" "));
}

it.each(bySize({ sample: [137], full: [1, 2, 10, 137, 600] }))(
  "after kill -9 behind %d acknowledged writes every one of them is there, whole, and none is there in part",
  async (writes) => {
    const path = databasePath();
    const acknowledged = await killAfter(writes, path);
    expect(acknowledged.length).toBeGreaterThanOrEqual(writes);
    expect(acknowledged.length).toBeLessThan(1300);

    const store = openStore({ path });
    const rules = (await collect(store.list())).map(({ rule }) => rule);
    const ids = new Set(rules.map((rule) => rule.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    // At most the pending write exists without an acknowledgement.
    const unacknowledged = [...ids].filter((id) => !acknowledged.includes(id));
    expect([0, 1, 2, 3]).toContain(unacknowledged.length);
    for (const { id, content, tags } of rules) {
      expect(content).toBe(`${id} `.repeat(200));
      expect(tags).toEqual(["a:1", `id:${id}`]);
    }
    // Derived data is consistent with the rules.
    expect(await collect(store.list({ filter: { tags: ["a:1"], target: "claude" } }))).toHaveLength(ids.size);
    openDriver(path).exec("INSERT INTO search_index (search_index) VALUES ('integrity-check')");
    expect(await searchIndexStatus({ path })).toMatchObject({ rules: ids.size, indexed: ids.size });
    expect((await store.search({ text: "a", limit: 2000 })).total).toBe(Math.min(1000, ids.size));
    for (const id of ids) {
      expect(await collect(store.list({ filter: { tags: [`id:${id}`] } }))).toHaveLength(1);
      expect(await collect(store.history(id))).toHaveLength(1);
    }
    const triples = [...ids].filter((id) => id.startsWith("t")).map((id) => id.slice(0, -1));
    for (const triple of triples) expect(["x", "y", "z"].filter((part) => ids.has(triple + part))).toEqual(["x", "y", "z"]);
    const pairs = [...ids].filter((id) => id.startsWith("m")).map((id) => id.slice(0, -1));
    for (const pair of pairs) expect(["a", "b"].filter((part) => ids.has(pair + part))).toEqual(["a", "b"]);
    expect(openDriver(path).all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(openDriver(path).all("PRAGMA foreign_key_check")).toEqual([]);
  },
);

it("continues after the killed process", async () => {
  const path = databasePath();
  const acknowledged = await killAfter(20, path);
  const store = openStore({ path });
  const newest = Math.max(...(await collect(store.list())).map(({ revision }) => Number(revision)));
  const [id = ""] = acknowledged;
  const stored = await store.get(id);
  const saved = await store.save(
    { ...(stored as NonNullable<typeof stored>).rule, content: "new" },
    { revision: stored?.revision },
  );
  expect(Number(saved.revision)).toBeGreaterThan(newest);
});
