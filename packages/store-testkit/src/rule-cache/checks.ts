import type { RuleCache } from "@precept/core";
import { expect } from "vitest";
import { expectAborted } from "../subject/expect-rejected.ts";
import type { CacheRequirementId } from "./requirements.ts";
import type { StoredTexts } from "./suite.ts";

interface CacheSubject {
  readonly cache: RuleCache;
  readonly pass: (ms: number) => Promise<void>;
  readonly openPeer: () => Promise<RuleCache>;
  readonly waitMs: number;
  readonly stored: StoredTexts;
}

type CacheCheck = (subject: CacheSubject) => Promise<void>;

const entry = { ttlMs: 60_000, rules: 1 };

/** Long enough that a busy machine sets and gets a value before it expires, in milliseconds. */
const shortMs = 500;

/** Keys of which one is a part, a pattern or another spelling of the next. */
const alike = [
  "a",
  "a:",
  "a*",
  "a ",
  "A",
  "{a}",
  "a{a}",
  'precept:snapshot:1:s:["a",null]',
  'precept:snapshot:1:s:[null,"a"]',
  "ä",
  "a\u0308",
];

const values = ["", " ", "null", '{"rules":[]}', "ä€\u{1F600}\0\r\n", "reading", "x".repeat(300_000)];

export const cacheChecks: Readonly<Record<CacheRequirementId, CacheCheck>> = {
  async "get/missing"({ cache }) {
    expect(await cache.get("a")).toBeUndefined();
  },
  async "set/value"({ cache }) {
    for (const [at, value] of values.entries()) await cache.set(`key ${at}`, value, entry);
    for (const [at, value] of values.entries()) expect(await cache.get(`key ${at}`)).toBe(value);
  },
  async "set/replaced"({ cache }) {
    await cache.set("a", "1", entry);
    await cache.set("a", "2", { ttlMs: 60_000, rules: 2 });
    expect(await cache.get("a")).toBe("2");
  },
  async "set/separate"({ cache }) {
    for (const key of alike) await cache.set(key, `the value of ${key}`, entry);
    for (const key of alike) expect(await cache.get(key)).toBe(`the value of ${key}`);
  },
  async "set/whole"({ cache }) {
    const all = Array.from({ length: 20 }, (_, at) => String(at).repeat(5000));
    await cache.set("a", "0", entry);
    const sets = all.map((value) => cache.set("a", value, entry));
    const found: (string | undefined)[] = [];
    for (const _ of all) found.push(await cache.get("a"));
    await Promise.all(sets);
    for (const value of [...found, await cache.get("a")]) expect(["0", ...all]).toContain(value);
  },
  async "delete/gone"({ cache }) {
    await cache.set("a", "1", entry);
    await cache.delete("a");
    expect(await cache.get("a")).toBeUndefined();
  },
  async "delete/others"({ cache }) {
    for (const key of alike) await cache.set(key, key, entry);
    await cache.delete("a");
    for (const key of alike.slice(1)) expect(await cache.get(key)).toBe(key);
  },
  async "delete/missing"({ cache }) {
    await cache.delete("a");
    expect(await cache.get("a")).toBeUndefined();
  },
  async "ttl/kept"({ cache, pass }) {
    await cache.set("a", "1", { ttlMs: 10 * shortMs, rules: 1 });
    await pass(shortMs / 10);
    expect(await cache.get("a")).toBe("1");
  },
  async "ttl/gone"({ cache, pass }) {
    await cache.set("a", "1", { ttlMs: 20, rules: 1 });
    await pass(40);
    expect(await cache.get("a")).toBeUndefined();
  },
  async "ttl/again"({ cache, pass }) {
    await cache.set("a", "1", { ttlMs: 20, rules: 1 });
    await cache.set("a", "2", { ttlMs: 10 * shortMs, rules: 1 });
    await pass(40);
    expect(await cache.get("a")).toBe("2");
  },
  async "signal/get"({ cache }) {
    await cache.set("a", "1", entry);
    await expectAborted((options) => cache.get("a", options));
  },
  async "signal/set"({ cache }) {
    await expectAborted((options) => cache.set("a", "1", { ...entry, ...options }));
    expect(await cache.get("a")).toBeUndefined();
  },
  async "signal/delete"({ cache }) {
    await cache.set("a", "1", entry);
    await expectAborted((options) => cache.delete("a", options));
    expect(await cache.get("a")).toBe("1");
  },
  async "peer/value"({ cache, openPeer }) {
    const peer = await openPeer();
    await peer.set("a", "1", entry);
    expect(await cache.get("a")).toBe("1");
  },
  async "peer/replaced"({ cache, openPeer }) {
    const peer = await openPeer();
    await cache.set("a", "1", entry);
    expect(await cache.get("a")).toBe("1");
    await peer.set("a", "2", entry);
    expect(await cache.get("a")).toBe("2");
  },
  async "peer/deleted"({ cache, openPeer }) {
    const peer = await openPeer();
    await cache.set("a", "1", entry);
    expect(await cache.get("a")).toBe("1");
    await peer.delete("a");
    expect(await cache.get("a")).toBeUndefined();
  },
  async "wait/one"({ cache, openPeer }) {
    const clients = [cache, await openPeer(), await openPeer()];
    let readings = 0;
    const found = await Promise.all(
      clients.map(async (client) => {
        const value = await client.get("a");
        if (value !== undefined) return value;
        readings += 1;
        await client.set("a", "1", entry);
        return "1";
      }),
    );
    expect([readings, found]).toEqual([1, ["1", "1", "1"]]);
  },
  async "wait/limited"({ cache, openPeer, waitMs }) {
    const peer = await openPeer();
    expect(await peer.get("a")).toBeUndefined();
    const start = Date.now();
    expect(await cache.get("a")).toBeUndefined();
    // Far more than the limit, because the machine can be busy.
    expect(Date.now() - start).toBeLessThan(waitMs + 800);
  },
  async "wait/separate"({ cache, openPeer }) {
    const peer = await openPeer();
    await cache.set("b", "2", entry);
    expect(await peer.get("a")).toBeUndefined();
    expect(await cache.get("b")).toBe("2");
  },
  async "damage/changed"({ cache, stored }) {
    await cache.set("a", "the value of a", entry);
    const text = await stored.read(cache, "a");
    await stored.write(cache, "a", text.replace("value", "valve"));
    await expectNothing(cache, "a");
  },
  async "damage/cut"({ cache, stored }) {
    await cache.set("a", "the value of a", entry);
    const text = await stored.read(cache, "a");
    for (const part of [text.slice(0, -1), text.slice(1), text.slice(0, 5), ""]) {
      await stored.write(cache, "a", part);
      await expectNothing(cache, "a");
    }
  },
  async "damage/moved"({ cache, stored }) {
    await cache.set("a", "the value of a", entry);
    await cache.set("b", "the value of b", entry);
    await stored.write(cache, "b", await stored.read(cache, "a"));
    await expectNothing(cache, "b");
  },
  async "damage/repaired"({ cache, stored }) {
    await cache.set("a", "the value of a", entry);
    await stored.write(cache, "a", "nonsense");
    await expectNothing(cache, "a");
    await cache.set("a", "the new value of a", entry);
    expect(await cache.get("a")).toBe("the new value of a");
  },
};

/** A damaged value is no value: the cache rejects the call, or finds nothing. */
async function expectNothing(cache: RuleCache, key: string): Promise<void> {
  expect(await cache.get(key).catch(() => undefined)).toBeUndefined();
}
