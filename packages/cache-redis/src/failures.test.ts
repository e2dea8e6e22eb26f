import { setTimeout as wait } from "node:timers/promises";
import { cachedStore, createMemoryStore, createRule, type CachedStore } from "@precept/core";
import { findRedis, startRedisServer, type RedisServer } from "@precept/testing/redis-server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { RedisCacheOptions } from "./options.ts";
import { createRedisRuleCache, type RedisRuleCache } from "./rule-cache.ts";

const program = findRedis();

const entry = { ttlMs: 60_000, rules: 1 };

function openCache(url: string, options: Partial<RedisCacheOptions> = {}): RedisRuleCache {
  const cache = createRedisRuleCache({ url, timeoutMs: 5000, ...options });
  onTestFinished(() => cache[Symbol.asyncDispose]());
  return cache;
}

const shop = { projectId: "shop" };

async function namesOf(store: CachedStore): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { rule } of store.list({ filter: { tenant: shop } })) names.push(rule.name);
  return names;
}

describe.skipIf(program === undefined)("a cache in a Redis server that fails", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer(program ?? "");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("loses its values when the server is restarted, and works again by itself", async () => {
    const cache = openCache(server.url);
    await cache.set("restarted", "1", entry);
    await server.stop();
    await expect(cache.get("restarted")).rejects.toMatchObject({ code: "STORE_FAILED", details: { retryable: true } });
    expect(cache.state().status).toBe("failed");
    await server.start();
    await vi.waitFor(async () => expect(await cache.get("restarted")).toBeUndefined(), { timeout: 20_000, interval: 100 });
    expect(cache.state()).toEqual({ status: "ready" });
  });

  it("rejects after the time limit while the server does not answer, and then without waiting", async () => {
    const cache = openCache(server.url, { timeoutMs: 50 });
    await vi.waitFor(() => cache.set("paused", "1", entry), { timeout: 20_000 });
    server.pause();
    try {
      for (let call = 0; call < 3; call += 1) await expect(cache.get("paused")).rejects.toThrow("did not answer within 50 ms");
      const start = performance.now();
      for (let call = 0; call < 100; call += 1) await expect(cache.get("paused")).rejects.toThrow("did not answer");
      // A hundred calls that wait would take 5 s.
      expect(performance.now() - start).toBeLessThan(2000);
    } finally {
      server.resume();
    }
    await vi.waitFor(async () => expect(await cache.get("paused")).toBe("1"), { timeout: 20_000, interval: 100 });
  });

  it("rejects immediately if nothing listens at its address", async () => {
    const cache = openCache("redis://ada:secret@127.0.0.1:9");
    await expect(cache.get("a")).rejects.toThrow("cannot be reached");
    const { error } = cache.state();
    expect(String(error)).not.toContain("secret");
    await expect(cache.check()).rejects.toThrow("cannot be reached");
  });

  it("rejects with the reason if the server refuses the password, and never names it", async () => {
    await using locked = await startRedisServer(program ?? "", ["--requirepass", "open sesame"]);
    const at = (user: string): string => locked.url.replace("//", `//${user}@`);
    await expect(openCache(locked.url).get("a")).rejects.toThrow("needs a password");
    const wrong = openCache(at(":wrong-secret"));
    await expect(wrong.get("a")).rejects.toThrow("rejects the user or the password");
    expect(String(wrong.state().error)).not.toContain("wrong-secret");
    const right = openCache(at(":open%20sesame"));
    await right.set("a", "1", entry);
    expect(await right.get("a")).toBe("1");
    expect((await right.check()).version).toMatch(/^\d+\./);
  });

  it("refuses a value that is too long, and does not let other processes wait for it", async () => {
    const cache = openCache(server.url, { maxValueBytes: 1000 });
    await vi.waitFor(() => cache.set("other", "1", entry), { timeout: 20_000 });
    expect(await cache.get("long")).toBeUndefined();
    await expect(cache.set("long", "x".repeat(1000), entry)).rejects.toThrow("longer than 1000 bytes");
    const start = performance.now();
    expect(await openCache(server.url, { waitMs: 30_000 }).get("long")).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("rejects after it is closed", async () => {
    const cache = createRedisRuleCache({ url: server.url });
    await cache[Symbol.asyncDispose]();
    await cache[Symbol.asyncDispose]();
    await expect(cache.get("a")).rejects.toThrow("closed");
  });

  it("does not affect what a store answers", async () => {
    const source = createMemoryStore({
      epoch: crypto.randomUUID(),
      rules: [createRule({ id: "1", name: "cart", ...shop, content: "A" })],
    });
    const openStore = (): CachedStore =>
      cachedStore(source, {
        now: () => performance.now(),
        l1: { maxRules: 0 },
        l2: { cache: openCache(server.url, { timeoutMs: 50 }) },
      });
    const store = openStore();
    await vi.waitFor(async () => {
      await namesOf(store);
      expect(store.metrics().l2.hits).toBeGreaterThan(0);
    }, 20_000);
    server.pause();
    try {
      expect(await namesOf(store)).toEqual(["cart"]);
      await source.save(createRule({ id: "2", name: "prices", ...shop, content: "B" }));
      expect(await namesOf(store)).toEqual(["cart", "prices"]);
    } finally {
      server.resume();
    }
    await wait(10);
    await server.stop();
    await source.save(createRule({ id: "3", name: "returns", ...shop, content: "C" }));
    expect(await namesOf(store)).toEqual(["cart", "prices", "returns"]);
    await server.start();
    await vi.waitFor(async () => {
      const before = store.metrics().l2.hits;
      expect(await namesOf(store)).toEqual(["cart", "prices", "returns"]);
      expect(store.metrics().l2.hits).toBeGreaterThan(before);
    }, 20_000);
    expect(store.metrics().l2.errors).toBeGreaterThan(0);
  });
});

describe.skipIf(program === undefined)("stores of several processes with one Redis server", () => {
  it("read the rules of an owner once", async () => {
    await using server = await startRedisServer(program ?? "");
    const source = createMemoryStore({ epoch: "one", rules: [createRule({ id: "1", name: "cart", ...shop, content: "A" })] });
    const stores = Array.from({ length: 5 }, () =>
      cachedStore(source, { now: () => performance.now(), l2: { cache: openCache(server.url, { waitMs: 5000 }) } }),
    );
    expect(await Promise.all(stores.map(namesOf))).toEqual(stores.map(() => ["cart"]));
    const readings = stores.reduce((sum, store) => sum + store.metrics().store.reads, 0);
    // The rules of no project and of the project
    expect(readings).toBe(2);
  });
});
