import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../memory-store/store.ts";
import type { RuleCache } from "../ports/rule-cache.ts";
import type { ListOptions, RuleStore, StoreEvent } from "../ports/rule-store.ts";
import { createFaultyStore } from "../../test/faulty-store.ts";
import { createRulebook } from "../rulebook/rulebook.ts";
import { buildRule } from "../../test/rules.ts";
import { wrapStore } from "../../test/wrap-store.ts";
import { cachedStore, type CachedStore } from "./cached-store.ts";
import { createMemoryRuleCache } from "./memory-rule-cache.ts";
import type { CachedStoreOptions } from "./options.ts";

const shop = { projectId: "shop" };
const blog = { projectId: "blog" };

/** A store with a rule of no project, two of the shop and one of the blog, behind a network, and a cache for it. */
function setUp(options: Partial<CachedStoreOptions> = {}) {
  const server = createMemoryStore({
    rules: [
      buildRule({ id: "shared", name: "shared" }),
      buildRule({ id: "cart", name: "cart", ...shop }),
      buildRule({ id: "prices", name: "prices", ...shop }),
      buildRule({ id: "posts", name: "posts", ...blog }),
    ],
  });
  const { store: remote, network } = createFaultyStore(server);
  const clock = { time: 0 };
  const store = cachedStore(remote, { now: () => clock.time, recheckMs: 1000, ...options });
  return { server, remote, network, clock, store };
}

async function idsOf(store: RuleStore, options: ListOptions): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { rule } of store.list(options)) ids.push(rule.id);
  return ids;
}

const shopRules = { filter: { tenant: shop } };

/** Lists the rules of the shop, with how many listings of the store and checks that took. */
async function listShop(store: CachedStore): Promise<{ ids: readonly string[]; reads: number; checks: number }> {
  const { store: before } = store.metrics();
  const ids = await idsOf(store, shopRules);
  const { store: after } = store.metrics();
  return { ids, reads: after.reads - before.reads, checks: after.checks - before.checks };
}

const noCalls = { reads: 0, checks: 0 };

describe("a cached store", () => {
  it("answers all filters of a tenant from one reading of each owner", async () => {
    const { store } = setUp();
    expect((await listShop(store)).reads).toBe(2);
    expect(await listShop(store)).toEqual({ ids: ["cart", "prices", "shared"], ...noCalls });
    expect(await idsOf(store, { filter: { tenant: shop, scope: "project" }, limit: 1, cursor: "cart" })).toEqual(["prices"]);
    expect(await idsOf(store, { filter: { owner: shop } })).toEqual(["cart", "prices"]);
    expect((await store.get("cart", { tenant: shop }))?.rule.id).toBe("cart");
    expect(await store.get("posts", { tenant: shop })).toBeUndefined();
    expect([...(await store.getMany(["shared", "posts"], { tenant: shop })).keys()]).toEqual(["shared"]);
    expect(store.metrics()).toMatchObject({
      l1: { hits: 6, misses: 1, rules: 3, snapshots: 2 },
      store: { reads: 2, errors: 0, bypasses: 0 },
    });
  });

  it("applies the changes of other processes without a call", async () => {
    const { store, server } = setUp();
    await listShop(store);
    await server.save(buildRule({ id: "new", ...shop }));
    await server.save(buildRule({ id: "prices", ...blog }), { upsert: true });
    await server.delete("shared");
    expect(await listShop(store)).toEqual({ ids: ["cart", "new"], ...noCalls });
  });

  it("includes its own writes without a call, if their events arrive", async () => {
    const { store } = setUp();
    await listShop(store);
    await store.save(buildRule({ id: "new", ...shop }));
    expect(await listShop(store)).toEqual({ ids: ["cart", "new", "prices", "shared"], ...noCalls });
  });

  it("includes its own writes if their events are lost", async () => {
    const { store, network } = setUp();
    await listShop(store);
    network.events.push("lost", "lost");
    await store.save(buildRule({ id: "new", ...shop }));
    await store.delete("cart");
    const { ids, reads } = await listShop(store);
    expect(ids).toEqual(["new", "prices", "shared"]);
    expect(reads).toBe(0);
  });

  it("reads the current revision after a conflict", async () => {
    const { store, server, network } = setUp();
    const read = await store.get("cart", { tenant: shop });
    network.events.push("lost");
    await server.save(buildRule({ id: "cart", ...shop, priority: 7 }), { upsert: true });
    const save = store.save(buildRule({ id: "cart", ...shop, priority: 8 }), { revision: read?.revision });
    await expect(save).rejects.toMatchObject({ code: "RULE_CONFLICT" });
    expect((await store.get("cart", { tenant: shop }))?.rule.priority).toBe(7);
  });

  it("finds lost changes of other processes after the time of the recheck", async () => {
    const { store, server, network, clock } = setUp();
    await listShop(store);
    network.events.push("lost");
    await server.delete("cart");
    clock.time = 999;
    expect((await listShop(store)).ids).toContain("cart");
    clock.time = 2000;
    expect(await listShop(store)).toMatchObject({ ids: ["prices", "shared"], reads: 0 });
  });

  it("asks the store ahead of time, so that frequent reads do not wait", async () => {
    const { store, server, network, clock } = setUp();
    await listShop(store);
    network.events.push("lost");
    await server.delete("cart");
    clock.time = 600;
    expect((await listShop(store)).ids).toContain("cart");
    await new Promise((resolve) => setImmediate(resolve));
    clock.time = 700;
    expect(await listShop(store)).toEqual({ ids: ["prices", "shared"], ...noCalls });
  });

  it("reads everything again after a reset, and after the store did not answer for long", async () => {
    const { remote, store, clock } = setUp({ l1: { ttlMs: 5000 } });
    await listShop(store);
    clock.time = 4999;
    expect((await listShop(store)).reads).toBe(0);
    clock.time = 10_000;
    expect((await listShop(store)).reads).toBe(2);

    const listeners: ((event: StoreEvent) => void)[] = [];
    const resettable = cachedStore(
      wrapStore(remote, {
        subscribe: (listener) => {
          listeners.push(listener);
          return () => undefined;
        },
      }),
      { now: () => 0 },
    );
    await listShop(resettable);
    for (const listener of listeners) listener({ kind: "reset", token: await remote.etag() });
    expect((await listShop(resettable)).reads).toBe(2);
  });

  it("includes a write that was acknowledged while it started again after a reset", async () => {
    const server = createMemoryStore({ rules: [buildRule({ id: "cart", ...shop })] });
    const answers: (() => void)[] = [];
    let isSlow = false;
    const slow = wrapStore(server, {
      etag: async () => {
        const token = await server.etag();
        if (isSlow) await new Promise<void>((resolve) => answers.push(resolve));
        return token;
      },
    });
    const listeners: ((event: StoreEvent) => void)[] = [];
    const remote = wrapStore(slow, {
      subscribe: (listener, options) => {
        listeners.push(listener);
        return server.subscribe(listener, options);
      },
    });
    // The second layer has the rules at the first position.
    const cache = createMemoryRuleCache({ now: () => 0 });
    const store = cachedStore(remote, { now: () => 0, l2: { cache } });
    await listShop(store);
    for (const listener of listeners) listener({ kind: "reset", token: await server.etag() });
    isSlow = true;
    const earlier = idsOf(store, shopRules);
    await new Promise((resolve) => setImmediate(resolve));
    await store.save(buildRule({ id: "new", ...shop }));
    isSlow = false;
    for (const answer of answers) answer();
    await earlier;
    expect((await listShop(store)).ids).toEqual(["cart", "new"]);
  });

  it("shares one reading among concurrent reads", async () => {
    const { store } = setUp();
    await Promise.all([listShop(store), listShop(store), idsOf(store, { filter: { tenant: blog } })]);
    expect(store.metrics().store.reads).toBe(3);
  });

  it("reads from the store if asked to, or without a tenant, and notices newer rules there", async () => {
    const { store, server, network } = setUp();
    await listShop(store);
    network.events.push("lost", "lost");
    await server.delete("cart");
    expect(await idsOf(store, { ...shopRules, bypassCache: true })).toEqual(["prices", "shared"]);
    expect((await listShop(store)).ids).toEqual(["prices", "shared"]);
    await server.delete("prices");
    expect(await store.get("prices")).toBeUndefined();
    expect((await listShop(store)).ids).toEqual(["shared"]);
    expect(store.metrics().store.bypasses).toBe(2);
  });

  it("removes the rules that were not used for the longest time", async () => {
    const { store } = setUp({ l1: { maxRules: 3 } });
    await listShop(store);
    await idsOf(store, { filter: { tenant: blog } });
    expect(store.metrics().l1).toMatchObject({ rules: 2, snapshots: 2, evictions: 1 });
    expect(await listShop(store)).toMatchObject({ ids: ["cart", "prices", "shared"], reads: 1 });
  });

  it("does not store more rules than the limit, and returns them all the same", async () => {
    const { store } = setUp({ l1: { maxRules: 1 } });
    expect((await listShop(store)).ids).toEqual(["cart", "prices", "shared"]);
    expect(store.metrics().l1).toMatchObject({ rules: 1, evictions: 1 });
  });

  it("is a store for a rulebook", async () => {
    const { store, server } = setUp();
    await using rulebook = createRulebook({ stores: [store] });
    const applied = async (): Promise<readonly string[]> =>
      (await rulebook.resolve({ project: shop.projectId })).applied.map(({ rule }) => rule.id).toSorted();
    expect(await applied()).toEqual(["cart", "prices", "shared"]);
    await server.delete("cart");
    expect(await applied()).toEqual(["prices", "shared"]);
  });

  it("reads the rules of tenants when it is created", async () => {
    const { store } = setUp({ warmUp: [shop] });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await listShop(store)).toEqual({ ids: ["cart", "prices", "shared"], ...noCalls });
    await store.warmUp([blog]);
    const { reads } = store.metrics().store;
    await idsOf(store, { filter: { tenant: blog } });
    expect(store.metrics().store.reads).toBe(reads);
  });
});

describe("a cached store whose store fails", () => {
  it("returns the rules in memory and says so, until the store answers again", async () => {
    const { store, network, clock } = setUp();
    await listShop(store);
    const events: StoreEvent["kind"][] = [];
    store.subscribe(({ kind }) => events.push(kind));
    network.calls = "fail";
    clock.time = 1000;
    expect((await listShop(store)).ids).toEqual(["cart", "prices", "shared"]);
    expect(store.state()).toEqual({ status: "stale", error: new Error("no route") });
    expect(store.metrics()).toMatchObject({ staleAnswers: 1, store: { errors: 1 } });
    expect(events).toEqual(["state"]);
    // Not asked again for a second, so that reads do not wait for each failure.
    expect(await listShop(store)).toEqual({ ids: ["cart", "prices", "shared"], ...noCalls });
    network.calls = "answer";
    clock.time = 2000;
    await listShop(store);
    expect(store.state()).toEqual({ status: "ready" });
    expect(store.metrics().staleAnswers).toBe(2);
    expect(events).toEqual(["state", "state"]);
  });

  it("fails for rules that are not in memory", async () => {
    const { store, network, clock } = setUp();
    network.calls = "fail";
    await expect(listShop(store)).rejects.toThrow("no route");
    expect(store.state().status).toBe("failed");
    network.calls = "answer";
    clock.time = 1000;
    await listShop(store);
    network.calls = "fail";
    clock.time = 2000;
    await expect(idsOf(store, { filter: { tenant: blog } })).rejects.toThrow("no route");
  });

  it("does not return rules that are older than its own write", async () => {
    const { store, network } = setUp();
    await listShop(store);
    network.events.push("lost");
    await store.save(buildRule({ id: "new", ...shop }));
    network.calls = "fail";
    await expect(listShop(store)).rejects.toThrow("no route");
    network.calls = "answer";
    expect((await listShop(store)).ids).toContain("new");
  });

  it("does not use the memory for reads that bypass it", async () => {
    const { store, network } = setUp();
    await listShop(store);
    network.calls = "fail";
    await expect(idsOf(store, { ...shopRules, bypassCache: true })).rejects.toThrow("no route");
  });
});

describe("the second layer", () => {
  function setUpTwo(cache: RuleCache, options: Partial<CachedStoreOptions> = {}) {
    const first = setUp({ l2: { cache }, ...options });
    const open = (): CachedStore => cachedStore(first.remote, { now: () => first.clock.time, l2: { cache }, ...options });
    return { ...first, open };
  }

  it("saves other processes the reading", async () => {
    const { store, open } = setUpTwo(createMemoryRuleCache({ now: () => 0 }));
    await listShop(store);
    const second = open();
    expect(await listShop(second)).toMatchObject({ ids: ["cart", "prices", "shared"], reads: 0 });
    expect(second.metrics().l2).toEqual({ hits: 2, misses: 0, errors: 0 });
    expect(await second.get("cart", { tenant: shop })).toEqual(await store.get("cart", { tenant: shop }));
    expect(Object.isFrozen((await second.get("cart", { tenant: shop }))?.rule.tags)).toBe(true);
  });

  it("is brought up to date with what changed since", async () => {
    const { store, server, open } = setUpTwo(createMemoryRuleCache({ now: () => 0 }));
    await listShop(store);
    await server.delete("cart");
    await server.save(buildRule({ id: "new", ...shop }));
    await server.save(buildRule({ id: "prices", ...blog }), { upsert: true });
    expect(await listShop(open())).toMatchObject({ ids: ["new", "shared"], reads: 0 });
  });

  it.each<[string, Partial<RuleCache>]>([
    [
      "fails",
      { get: async () => Promise.reject(new Error("cache down")), set: async () => Promise.reject(new Error("cache down")) },
    ],
    ["returns damaged values", { get: async () => "{" }],
    ["returns values of another kind", { get: async () => '{"rules":3}' }],
  ])("does not fail a read if it %s", async (_, faults) => {
    const { store } = setUpTwo({ ...createMemoryRuleCache({ now: () => 0 }), ...faults });
    expect(await listShop(store)).toMatchObject({ ids: ["cart", "prices", "shared"], reads: 2 });
    expect(store.metrics().l2).toMatchObject({ hits: 0, misses: 2 });
    expect(store.metrics().l2.errors).toBeGreaterThanOrEqual(2);
  });

  it("is not read by stores with another key prefix", async () => {
    const cache = createMemoryRuleCache({ now: () => 0 });
    const { store, open } = setUpTwo(cache);
    await listShop(open());
    expect((await listShop(store)).reads).toBe(0);
    const { store: other } = setUp({ l2: { cache, keyPrefix: "staging" } });
    expect((await listShop(other)).reads).toBe(2);
  });
});
