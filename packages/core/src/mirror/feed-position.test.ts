import { describe, expect, it } from "vitest";
import type { RuleStore, StoreChange, StoreReset } from "../ports/rule-store.ts";
import { FeedPosition } from "./feed-position.ts";
import { CacheCounters } from "./metrics.ts";

const changeTo = (token: string, after: string, more: object = {}) =>
  ({ kind: "changed", after, token, saved: [], deleted: [], ...more }) as unknown as StoreChange;

/** A position of a store in memory, whose answers and clock the test sets. */
function createFeed() {
  const calls: string[] = [];
  const counters = new CacheCounters();
  const feed = {
    now: 0,
    etag: "t0",
    failing: false,
    changes: [] as (StoreChange | StoreReset)[],
    found: new Map<string, object>(),
  };
  const answer = <Value>(name: string, value: () => Value): Promise<Value> => {
    calls.push(name);
    return feed.failing ? Promise.reject(new Error("broken")) : Promise.resolve(value());
  };
  const store = {
    etag: () => answer("etag", () => feed.etag),
    changesSince: (from: string) => answer(`since ${from}`, () => feed.changes.shift() ?? changeTo(feed.etag, from)),
    getMany: (ids: readonly string[]) => answer(`get ${ids.join()}`, () => feed.found),
  } as unknown as RuleStore;
  const seen: unknown[] = [];
  const position = new FeedPosition({
    store,
    counters,
    now: () => feed.now,
    recheckMs: 100,
    ttlMs: 1000,
    restMs: 10,
    onChange: ({ token, saved, deleted }, isEvent) => void seen.push([token, isEvent, saved.length, deleted]),
    onReset: () => void seen.push("reset"),
    onFailureChange: () => void seen.push("failure"),
  });
  return { feed, position, calls, seen, counters };
}

async function createStarted() {
  const created = createFeed();
  await created.position.confirm();
  created.calls.length = 0;
  created.seen.length = 0;
  return created;
}

describe("the position of a store", () => {
  it("starts at the current one", async () => {
    const { position, calls, seen, counters } = createFeed();
    expect([position.position, position.allowsStale, position.isBehind]).toEqual([undefined, false, false]);
    expect(await position.confirm()).toBe(true);
    expect([position.position, position.allowsStale, position.isBehind]).toEqual(["t0", true, false]);
    expect([calls, seen, counters.checks]).toEqual([["etag"], ["reset"], 1]);
  });

  it("is confirmed again after the time, ahead of it in the background, and read again after the longest time", async () => {
    const { feed, position, calls, seen } = await createStarted();
    feed.now = 49;
    expect(await position.confirm()).toBe(true);
    expect(calls).toEqual([]);
    feed.now = 50;
    expect(await position.confirm()).toBe(true);
    await Promise.resolve();
    expect(calls).toEqual(["etag"]);
    await new Promise((resolve) => setTimeout(resolve, 1));
    feed.now = 149;
    await position.confirm();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(calls).toEqual(["etag", "etag"]);
    feed.now = 249;
    await position.confirm();
    expect(calls).toHaveLength(3);
    expect(seen).toEqual([]);
    feed.now = 249 + 1000;
    await position.confirm();
    expect(seen).toEqual(["reset"]);
  });

  it("follows events that continue it", async () => {
    const { feed, position, calls, seen } = await createStarted();
    position.receive(changeTo("t1", "t0"));
    expect([position.position, position.isBehind]).toEqual(["t1", false]);
    position.receive(changeTo("t1", "t0"));
    position.receive(changeTo("t0", "x"));
    expect(position.isBehind).toBe(false);
    position.receive(changeTo("t3", "t2"));
    expect([position.position, position.isBehind, position.allowsStale]).toEqual(["t1", true, true]);
    feed.changes.push(changeTo("t3", "t1", { deleted: ["a"] }));
    expect(await position.confirm()).toBe(true);
    expect(calls).toEqual(["since t1"]);
    expect(seen).toEqual([
      ["t1", true, 0, []],
      ["t3", false, 0, ["a"]],
    ]);
    expect(position.isBehind).toBe(false);
  });

  it("must be checked after a position that the client has seen, but not after a known one", async () => {
    const { position } = await createStarted();
    position.see("t0");
    expect([position.isBehind, position.allowsStale]).toEqual([false, true]);
    position.see("t9");
    expect([position.isBehind, position.allowsStale]).toEqual([true, false]);
    await position.confirm();
    expect(position.allowsStale).toBe(true);
  });

  it("recognises the last 100 positions", async () => {
    const { position } = await createStarted();
    for (let at = 1; at < 100; at += 1) position.receive(changeTo(`t${at}`, `t${at - 1}`));
    position.see("t0");
    expect(position.isBehind).toBe(false);
    position.receive(changeTo("t100", "t99"));
    position.see("t1");
    expect(position.isBehind).toBe(false);
    position.see("t0");
    expect(position.isBehind).toBe(true);
  });

  it("reads the rules that a change omits, and tells which were deleted", async () => {
    const { feed, position, calls, seen } = await createStarted();
    position.receive(changeTo("t1", "t0", { omitted: ["a"] }));
    expect(position.isBehind).toBe(true);
    feed.changes.push(changeTo("t1", "t0", { omitted: ["a", "b"], deleted: ["c"] }));
    feed.found.set("a", {});
    feed.etag = "t1";
    await position.confirm();
    expect(calls).toEqual(["since t0", "get a,b", "etag"]);
    expect(seen).toEqual([["t1", false, 1, ["c", "b"]]]);
  });

  it("gives up if the store changes during five checks", async () => {
    const { feed, position, calls } = await createStarted();
    position.requireCheck("possible");
    feed.changes.push(...Array.from({ length: 9 }, (_, at) => changeTo(`t${at}`, "t0", { omitted: ["a"] })));
    feed.etag = "other";
    expect(await position.confirm()).toBe(false);
    expect(calls.filter((call) => call.startsWith("since"))).toHaveLength(5);
    expect(position.isBehind).toBe(true);
  });

  it.each([
    ["an event", (position: FeedPosition) => position.receive({ kind: "reset" } as never)],
    ["an answer", (position: FeedPosition) => position.requireCheck("possible")],
  ])("starts again after a reset in %s", async (_, cause) => {
    const { feed, position, seen } = await createStarted();
    cause(position);
    feed.changes.push({ kind: "reset", token: "t5" });
    feed.etag = "t5";
    expect(await position.confirm()).toBe(true);
    expect([position.position, position.isBehind, seen]).toEqual(["t5", false, ["reset"]]);
    position.receive(changeTo("t6", "t5"));
    expect(position.position).toBe("t6");
  });

  it("does not apply events while it starts again", async () => {
    const { position, seen } = await createStarted();
    position.receive({ kind: "reset" } as never);
    position.receive(changeTo("t1", "t0"));
    expect([position.position, seen]).toEqual(["t0", []]);
  });

  it("shares one answer between calls", async () => {
    const { position, calls } = createFeed();
    expect(await Promise.all([position.confirm(), position.confirm(), position.check()])).toEqual([true, true, true]);
    expect(calls).toEqual(["etag"]);
  });
});

describe("a store that fails", () => {
  it("is not asked again for a while, if older rules are allowed", async () => {
    const { feed, position, calls, seen, counters } = await createStarted();
    feed.failing = true;
    feed.now = 100;
    await expect(position.confirm()).rejects.toThrow("broken");
    expect([seen, counters.errors, calls.length]).toEqual([["failure"], 1, 1]);
    feed.now = 109;
    await expect(position.confirm()).rejects.toThrow("broken");
    expect(calls).toHaveLength(1);
    feed.now = 110;
    await expect(position.confirm()).rejects.toThrow("broken");
    expect([calls.length, counters.errors]).toEqual([2, 2]);
    feed.failing = false;
    feed.now = 120;
    expect(await position.confirm()).toBe(true);
    expect([seen, position.failure]).toEqual([["failure", "failure"], undefined]);
  });

  it("is asked again if the client has seen newer rules", async () => {
    const { feed, position, calls } = await createStarted();
    feed.failing = true;
    position.see("t1");
    await expect(position.confirm()).rejects.toThrow("broken");
    await expect(position.confirm()).rejects.toThrow("broken");
    expect(calls).toHaveLength(2);
  });

  it("reports a change of its state once", () => {
    const { position, seen } = createFeed();
    position.report(undefined);
    position.report({ error: 1 });
    position.report({ error: 2 });
    position.report(undefined);
    expect(seen).toEqual(["failure", "failure"]);
  });
});
