import { createMemoryRuleCache } from "@precept/core";
import { describe, expect, it } from "vitest";
import { sharedCacheSuite, type CacheMutation } from "../../test/shared-cache.ts";
import { cacheChecks } from "./checks.ts";
import { checkCacheRequirement, describeRuleCache } from "./describe-rule-cache.ts";
import { cacheRequirementIds, type CacheRequirementId } from "./requirements.ts";

let time = 0;

describeRuleCache("the memory cache", {
  open: async () => ({ cache: createMemoryRuleCache({ now: () => time }), [Symbol.asyncDispose]: async () => undefined }),
  async pass(ms) {
    time += ms;
  },
});

describeRuleCache("the reference of a shared cache", sharedCacheSuite());

/** A cache that is wrong in one way, and a requirement that it does not meet. */
const mutants: Readonly<Record<string, readonly [CacheRequirementId, CacheMutation]>> = {
  "returns an empty value for a missing key": [
    "get/missing",
    (cache) => ({ get: async (...args) => (await cache.get(...args)) ?? "" }),
  ],
  "trims values": ["set/value", (cache) => ({ get: async (...args) => (await cache.get(...args))?.trim() })],
  "cuts long values": [
    "set/value",
    (cache) => ({ set: (key, value, options) => cache.set(key, value.slice(0, 65_536), options) }),
  ],
  "keeps the first value": [
    "set/replaced",
    (cache, { texts }) => ({
      set: async (key, value, options) =>
        texts.get(key)?.text.includes(" ") === true ? undefined : cache.set(key, value, options),
    }),
  ],
  "ignores the case of keys": ["set/separate", (cache) => lowerCase(cache)],
  "writes values in parts": [
    "set/whole",
    (cache) => ({
      async set(key, value, options) {
        await cache.set(key, value.slice(0, value.length / 2), options);
        await Promise.resolve();
        await cache.set(key, value, options);
      },
    }),
  ],
  "does not delete": ["delete/gone", () => ({ delete: async () => undefined })],
  "deletes keys that begin with the key": [
    "delete/others",
    (_, { texts }) => ({
      async delete(key) {
        for (const one of texts.keys()) if (one.startsWith(key)) texts.delete(one);
      },
    }),
  ],
  "rejects the deletion of a missing key": [
    "delete/missing",
    (cache, { texts }) => ({
      delete: async (key) => (texts.has(key) ? cache.delete(key) : Promise.reject(new Error("missing"))),
    }),
  ],
  "stores nothing for longer than a moment": [
    "ttl/kept",
    (cache) => ({ set: (key, value) => cache.set(key, value, { ttlMs: 1, rules: 1 }) }),
  ],
  "keeps values for an hour": [
    "ttl/gone",
    (cache) => ({ set: (key, value) => cache.set(key, value, { ttlMs: 3_600_000, rules: 1 }) }),
  ],
  "counts the time from the first set": [
    "ttl/again",
    (cache, { texts }) => ({
      async set(key, value, options) {
        const before = texts.get(key)?.expiresAt;
        await cache.set(key, value, options);
        const now = texts.get(key);
        if (before !== undefined && now !== undefined) texts.set(key, { ...now, expiresAt: before });
      },
    }),
  ],
  "ignores the signal of get": ["signal/get", (cache) => ({ get: (key) => cache.get(key) })],
  "ignores the signal of set": [
    "signal/set",
    (cache) => ({ set: (key, value) => cache.set(key, value, { ttlMs: 9999, rules: 1 }) }),
  ],
  "stores before it checks the signal": [
    "signal/set",
    (cache) => ({
      async set(key, value, { signal, ...options }) {
        await cache.set(key, value, options);
        signal?.throwIfAborted();
      },
    }),
  ],
  "ignores the signal of delete": ["signal/delete", (cache) => ({ delete: (key) => cache.delete(key) })],
  "remembers what it returned": ["peer/replaced", (cache) => remembering(cache)],
  "remembers what another client deleted": ["peer/deleted", (cache) => remembering(cache)],
  "shares nothing": ["peer/value", () => createMemoryRuleCache({ now: () => 0 })],
  "lets every client read": [
    "wait/one",
    (cache, { texts }) => ({
      async get(key, options) {
        if (texts.get(key)?.text === "reading") return undefined;
        return cache.get(key, options);
      },
    }),
  ],
  "waits for too long": [
    "wait/limited",
    (cache, { texts }) => ({
      async get(key, options) {
        if (texts.get(key)?.text === "reading") await new Promise((resolve) => setTimeout(resolve, 1000));
        return cache.get(key, options);
      },
    }),
  ],
  "waits for readings of any key": [
    "wait/separate",
    (cache, { texts }) => ({
      async get(key, options) {
        for (const { text } of texts.values()) if (text === "reading") return undefined;
        return cache.get(key, options);
      },
    }),
  ],
  "does not check what is stored": [
    "damage/changed",
    (_, { texts }) => ({ get: async (key) => texts.get(key)?.text.replace(/^\d+ /, "") }),
  ],
  "does not check for a missing end": [
    "damage/cut",
    (_, { texts }) => ({ get: async (key) => texts.get(key)?.text.replace(/^\d+ /, "") }),
  ],
  "does not check the key": [
    "damage/moved",
    (cache, { texts }) => ({
      async get(key) {
        const found = await cache.get(key);
        return found ?? texts.get(key)?.text.replace(/^\d+ /, "");
      },
    }),
  ],
  "keeps a damaged value": [
    "damage/repaired",
    (cache, { texts }) => ({
      set: async (key, value, options) => (texts.get(key)?.text === "nonsense" ? undefined : cache.set(key, value, options)),
    }),
  ],
};

function lowerCase(cache: Parameters<CacheMutation>[0]): ReturnType<CacheMutation> {
  return {
    get: (key, options) => cache.get(key.toLowerCase(), options),
    set: (key, value, options) => cache.set(key.toLowerCase(), value, options),
  };
}

function remembering(cache: Parameters<CacheMutation>[0]): ReturnType<CacheMutation> {
  const returned = new Map<string, string>();
  return {
    async get(key, options) {
      const value = returned.get(key) ?? (await cache.get(key, options));
      if (value !== undefined) returned.set(key, value);
      return value;
    },
  };
}

describe("the contract of a rule cache", () => {
  it("has exactly one check for each requirement, and a mutant that does not meet it", () => {
    expect(Object.keys(cacheChecks).toSorted()).toEqual([...cacheRequirementIds].toSorted());
    const caught = new Set(Object.values(mutants).map(([id]) => id));
    expect(cacheRequirementIds.filter((id) => !caught.has(id))).toEqual([]);
  });

  it.each(Object.entries(mutants))("catches a cache that %s", async (_, [id, mutation]) => {
    const [outcome] = await Promise.allSettled([checkCacheRequirement(id, sharedCacheSuite(mutation))]);
    expect(outcome.status).toBe("rejected");
  });
});
