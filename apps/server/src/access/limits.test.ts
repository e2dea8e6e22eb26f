import { describe, expect, it } from "vitest";
import { ViolationQueues } from "../mcp/violation-queues.ts";
import { toInvalidInput, toInvalidParts, invalidFields } from "../problems/invalid-input.ts";
import { RateLimiter } from "./rate-limiter.ts";

describe("a rate limiter", () => {
  it("allows as many requests per minute and key, and tells how long to wait", () => {
    const limiter = new RateLimiter(60);
    const taken = Array.from({ length: 61 }, () => limiter.take("a", 0));
    expect(taken).toEqual([...Array.from({ length: 60 }, () => 0), 1000]);
    expect(limiter.take("b", 0)).toBe(0);
    expect(limiter.take("a", 400)).toBe(600);
    expect(limiter.take("a", 1000)).toBe(0);
    expect(limiter.take("a", 1000)).toBe(1000);
  });

  it("tolerates rounding, but not half an interval", () => {
    const limiter = new RateLimiter(7);
    const waits = Array.from({ length: 8 }, () => limiter.take("a", 1));
    expect(waits.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => 0));
    expect(waits[7]).toBeCloseTo(60_000 / 7);
    expect(limiter.take("a", 1 + Math.ceil(60_000 / 14))).toBe(0);
  });

  it("refills the whole allowance in a minute, and no more", () => {
    const limiter = new RateLimiter(2);
    expect([0, 0, 0].map((now) => limiter.take("a", now) > 0)).toEqual([false, false, true]);
    expect([600_000, 600_000, 600_000].map((now) => limiter.take("a", now) > 0)).toEqual([false, false, true]);
  });

  it("has no limit if none is set", () => {
    const limiter = new RateLimiter(Number.POSITIVE_INFINITY);
    expect(Array.from({ length: 1000 }, () => limiter.take("a", 0)).every((wait) => wait === 0)).toBe(true);
    expect(limiter.size).toBe(0);
  });

  it("remembers 10,000 keys, and forgets the one that was not used for the longest time", () => {
    const limiter = new RateLimiter(1);
    for (let at = 0; at < 10_000; at += 1) limiter.take(String(at), 0);
    expect(limiter.size).toBe(10_000);
    expect(limiter.take("0", 60_000)).toBe(0);
    limiter.take("new", 60_000);
    expect(limiter.size).toBe(10_000);
    expect(limiter.take("0", 60_000)).toBe(60_000);
    expect(limiter.take("1", 0)).toBe(0);
  });
});

describe("the queues of violations", () => {
  it("are remembered for 1,000 clients, the least recently used one is dropped", () => {
    const queues = new ViolationQueues();
    const first = queues.get("0");
    const second = queues.get("1");
    for (let at = 2; at < 1000; at += 1) queues.get(String(at));
    expect(queues.get("0")).toBe(first);
    queues.get("one more");
    expect(queues.get("0")).toBe(first);
    expect(queues.get("1")).not.toBe(second);
  });
});

describe("invalid input", () => {
  const parts = (count: number) => Array.from({ length: count }, (_, at) => ({ pointer: `/${at}`, detail: "is wrong" }));
  it.each([
    [1, ["/0: is wrong"]],
    [100, parts(100).map(({ pointer }) => `${pointer}: is wrong`)],
    [101, [...parts(100).map(({ pointer }) => `${pointer}: is wrong`), ": 1 other parts are invalid, too"]],
    [1200, [...parts(100).map(({ pointer }) => `${pointer}: is wrong`), ": 1,100 other parts are invalid, too"]],
  ])("of %i parts names at most 100", (count, reasons) => {
    expect(toInvalidInput(parts(count)).details).toMatchObject({ reasons });
  });

  it("names fields without the first character of their pointer", () => {
    expect(invalidFields({ pointer: "/a", detail: "x" }, { pointer: "?b", detail: "y" }).details).toMatchObject({
      reasons: ["a: x", "b: y"],
    });
  });

  it.each([
    ["json", ["a", 0, "b/c~d"], "/a/0/b~1c~0d"],
    ["json", [], ""],
    ["query", ["a"], "?a"],
    ["param", ["a"], "a"],
  ] as const)("points into the %s: %j", (part, path, pointer) => {
    expect(toInvalidParts(part, [{ code: "custom", path: [...path], message: "x" }] as never)).toEqual([
      { pointer, detail: "x" },
    ]);
    const unknown = { code: "unrecognized_keys", path: [...path], keys: ["k", "l"], message: "x" };
    expect(toInvalidParts(part, [unknown] as never)).toHaveLength(2);
  });
});
