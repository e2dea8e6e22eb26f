import { describe, expect, it } from "vitest";
import { createMemoryRuleCache } from "./memory-rule-cache.ts";

describe("a cache in memory", () => {
  it("returns a value until its time has passed", async () => {
    let time = 0;
    const cache = createMemoryRuleCache({ now: () => time });
    await cache.set("a", "1", { ttlMs: 100, rules: 1 });
    await cache.set("a", "2", { ttlMs: 100, rules: 1 });
    time = 99;
    expect(await cache.get("a")).toBe("2");
    time = 100;
    expect(await cache.get("a")).toBeUndefined();
  });

  it("removes the values that were not used for the longest time", async () => {
    const cache = createMemoryRuleCache({ now: () => 0, maxRules: 3 });
    await cache.set("a", "a", { ttlMs: 100, rules: 1 });
    await cache.set("b", "b", { ttlMs: 100, rules: 2 });
    await cache.get("a");
    await cache.set("c", "c", { ttlMs: 100, rules: 1 });
    expect([await cache.get("a"), await cache.get("b"), await cache.get("c")]).toEqual(["a", undefined, "c"]);
  });

  it("deletes values", async () => {
    const cache = createMemoryRuleCache({ now: () => 0 });
    await cache.set("a", "a", { ttlMs: 100, rules: 1 });
    await cache.delete("a");
    expect(await cache.get("a")).toBeUndefined();
  });
});
