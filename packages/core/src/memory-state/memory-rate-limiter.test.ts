import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryRateLimiter } from "./memory-rate-limiter.ts";

function limiterAt(start: number) {
  const clock = { now: start };
  const { take } = createMemoryRateLimiter({ now: () => clock.now });
  const takeAt = (now: number, key: string, perMinute: number): Promise<number> => {
    clock.now = now;
    return take(key, perMinute);
  };
  return { takeAt };
}

describe("a rate limiter", () => {
  it("allows as many uses per minute and key, and tells how long to wait", async () => {
    const { takeAt } = limiterAt(0);
    const taken = await Promise.all(Array.from({ length: 61 }, () => takeAt(0, "a", 60)));
    expect(taken).toEqual([...Array.from({ length: 60 }, () => 0), 1000]);
    expect(await takeAt(0, "b", 60)).toBe(0);
    expect(await takeAt(400, "a", 60)).toBe(600);
    expect(await takeAt(1000, "a", 60)).toBe(0);
    expect(await takeAt(1000, "a", 60)).toBe(1000);
  });

  it("tolerates rounding, but not half an interval", async () => {
    const { takeAt } = limiterAt(1);
    const waits = await Promise.all(Array.from({ length: 8 }, () => takeAt(1, "a", 7)));
    expect(waits.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => 0));
    expect(waits[7]).toBeCloseTo(60_000 / 7);
    expect(await takeAt(1 + Math.ceil(60_000 / 14), "a", 7)).toBe(0);
  });

  it("refills the whole allowance in a minute, and no more", async () => {
    const { takeAt } = limiterAt(0);
    const takeThree = async (now: number) => Promise.all([0, 0, 0].map(async () => (await takeAt(now, "a", 2)) > 0));
    expect(await takeThree(0)).toEqual([false, false, true]);
    expect(await takeThree(600_000)).toEqual([false, false, true]);
  });

  it("allows at most the uses of a minute in a burst, and their rate afterwards, for any times", async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 300 });
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 50 }), pauses, async (rate, some) => {
      const { takeAt } = limiterAt(0);
      const allowed: number[] = [];
      let now = 0;
      for (const pause of some) {
        now += pause;
        if ((await takeAt(now, "a", rate)) === 0) allowed.push(now);
      }
      for (const [at, start] of allowed.entries()) {
        for (const [count, end] of allowed.slice(at).entries())
          expect(count + 1).toBeLessThanOrEqual(rate + ((end - start) * rate) / 60_000 + 1);
      }
    });
    await fc.assert(property);
  });

  it("allows a use after the time that it returned", async () => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 2_000 }), async (rate) => {
      const { takeAt } = limiterAt(1_000);
      for (let at = 0; at < rate; at += 1) expect(await takeAt(1_000, "a", rate)).toBe(0);
      const wait = await takeAt(1_000, "a", rate);
      expect(wait).toBeGreaterThan(0);
      expect(await takeAt(1_000 + wait, "a", rate)).toBe(0);
    });
    await fc.assert(property);
  });

  it("remembers 10,000 keys, and forgets the one that was not used for the longest time", async () => {
    const { takeAt } = limiterAt(0);
    for (let at = 0; at < 10_000; at += 1) await takeAt(0, String(at), 1);
    expect(await takeAt(60_000, "0", 1)).toBe(0);
    await takeAt(60_000, "new", 1);
    expect(await takeAt(60_000, "0", 1)).toBe(60_000);
    expect(await takeAt(0, "2", 1)).toBeGreaterThan(0);
    expect(await takeAt(0, "1", 1)).toBe(0);
  });
});
