import type { StateRecords } from "@precept/core";
import { expect } from "vitest";
import type { StateRequirementId } from "./requirements.ts";
import type { StateCheck } from "./state-suite.ts";

type RecordChecks = Readonly<Record<Extract<StateRequirementId, `records/${string}`>, StateCheck>>;

/** Replaces the records of a group. */
function put(records: StateRecords, group: string, values: Readonly<Record<string, string>>): Promise<void> {
  return records.update([group], () => ({
    entries: new Map(Object.entries(values).map(([key, value]) => [key, { group, value }])),
    result: undefined,
  }));
}

/** Increments the number of a record. */
function increment(records: StateRecords, group: string): Promise<number> {
  return records.update([group], (entries) => {
    const result = Number(entries.get(group)?.value ?? 0) + 1;
    return { entries: new Map([[group, { group, value: String(result) }]]), result };
  });
}

async function keysOf(records: StateRecords, groups?: readonly string[]): Promise<readonly string[]> {
  return [...(await records.read(groups)).keys()];
}

const oddTexts = ["", "a\0b", "\ud800", "\u0001", '\u0001"x"', "ü💥\n", "a'b\"c\\d"];

export const recordChecks: RecordChecks = {
  "records/by-group": async ({ state }) => {
    const records = state.records("approvals", "shop");
    await put(records, "two", { b: "2", ab: "3" });
    await put(records, "one", { Z: "1" });
    await put(records, "two", { b: "4", ab: "3" });
    expect([...(await records.read())]).toEqual([
      ["Z", { group: "one", value: "1" }],
      ["ab", { group: "two", value: "3" }],
      ["b", { group: "two", value: "4" }],
    ]);
    expect(await keysOf(records, ["two", "none"])).toEqual(["ab", "b"]);
    expect(await keysOf(records, [])).toEqual([]);
  },
  "records/apart": async ({ state }) => {
    await put(state.records("approvals", "shop"), "g", { a: "1" });
    await put(state.records("approvals", "bank"), "g", { a: "2" });
    await put(state.records("sequences", "shop"), "g", { a: "3" });
    await put(state.records("approvals", ""), "g", { b: "4" });
    expect((await state.records("approvals", "shop").read()).get("a")?.value).toBe("1");
    expect((await state.records("approvals", "bank").read(["g"])).get("a")?.value).toBe("2");
    expect((await state.records("sequences", "shop").read()).get("a")?.value).toBe("3");
    expect(await keysOf(state.records("approvals", ""))).toEqual(["b"]);
  },
  "records/passed": async ({ state }) => {
    const records = state.records("approvals", "shop");
    await put(records, "one", { a: "1" });
    await put(records, "two", { b: "2" });
    await put(records, "three", { c: "3" });
    const seen = await records.update(["two", "one"], (entries) => ({ entries, result: [...entries] }));
    expect(seen).toEqual([
      ["a", { group: "one", value: "1" }],
      ["b", { group: "two", value: "2" }],
    ]);
    expect(await keysOf(records)).toEqual(["a", "b", "c"]);
  },
  "records/replaced": async ({ state }) => {
    const records = state.records("approvals", "shop");
    await put(records, "one", { a: "1", b: "2" });
    await put(records, "two", { c: "3" });
    await put(records, "one", { b: "2", d: "4" });
    expect(await keysOf(records)).toEqual(["b", "c", "d"]);
    // A record can move to another group of the update.
    await records.update(["one", "two"], (entries) => ({
      entries: new Map([...entries].map(([key, { value }]) => [key, { group: "two", value }])),
      result: undefined,
    }));
    expect(await keysOf(records, ["two"])).toEqual(["b", "c", "d"]);
  },
  "records/throws": async ({ state }) => {
    const records = state.records("approvals", "shop");
    await put(records, "one", { a: "1" });
    const failing = records.update(["one"], () => {
      throw new Error("No.");
    });
    await expect(failing).rejects.toThrow("No.");
    expect([...(await records.read())]).toEqual([["a", { group: "one", value: "1" }]]);
    expect(await increment(records, "one")).toBe(1);
  },
  "records/texts": async ({ state }) => {
    const records = state.records("approvals", "shop");
    for (const text of oddTexts) {
      await records.update([text], () => ({ entries: new Map([[text, { group: text, value: text }]]), result: undefined }));
    }
    for (const text of oddTexts) expect([...(await records.read([text]))]).toEqual([[text, { group: text, value: text }]]);
    expect((await records.read()).size).toBe(oddTexts.length);
  },
  "records/concurrent": async ({ state }) => {
    const records = state.records("approvals", "shop");
    const results = await Promise.all(Array.from({ length: 20 }, () => increment(records, "count")));
    expect(results.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  },
  "records/peer": async ({ state, openPeer }) => {
    const both = [state, await openPeer()].map((one) => one.records("approvals", "shop"));
    await Promise.all(both.flatMap((records) => Array.from({ length: 10 }, () => increment(records, "count"))));
    for (const records of both) expect((await records.read(["count"])).get("count")?.value).toBe("20");
  },
  "records/durable": async ({ state, reopen }) => {
    await put(state.records("approvals", "shop"), "one", { a: "1" });
    const again = await reopen();
    expect([...(await again.records("approvals", "shop").read())]).toEqual([["a", { group: "one", value: "1" }]]);
  },
  "records/old": async ({ state, pass }) => {
    const records = state.records("approvals", "shop");
    await put(records, "one", { a: "1", b: "2" });
    await put(state.records("tokens", ""), "one", { t: "1" });
    await pass(20);
    await put(records, "one", { a: "1", b: "changed" });
    await pass(20);
    const seen = await records.update(["one"], (entries) => ({ entries, result: [...entries.keys()] }));
    expect(seen).toEqual(["b"]);
    expect(await keysOf(records)).toEqual(["b"]);
    expect(await keysOf(state.records("tokens", ""))).toEqual(["t"]);
  },
};
