import { describe, expect, it } from "vitest";
import { defaultRetry } from "./options.ts";
import { readRetryAfter, retryDelay } from "./retry-delay.ts";

describe("the delay before the next request", () => {
  const delays = (random: number) =>
    [1, 2, 3, 6, 7, 40].map((attempts) =>
      retryDelay(attempts, { minDelayMs: 200, maxDelayMs: 10_000 }, { random: () => random }),
    );

  it("doubles with each attempt up to the maximum, of which at least a half is waited", () => {
    expect(delays(0)).toEqual([100, 200, 400, 3200, 5000, 5000]);
    expect(delays(1)).toEqual([200, 400, 800, 6400, 10_000, 10_000]);
    expect(delays(0.5)[0]).toBe(150);
  });

  it("is finite after any number of attempts", () => {
    const limits = { minDelayMs: 1, maxDelayMs: Number.POSITIVE_INFINITY };
    expect(retryDelay(31, limits, { random: () => 1 })).toBe(2 ** 30);
    expect(retryDelay(1000, limits, { random: () => 1 })).toBe(2 ** 30);
  });

  it("is at least what the server requests", () => {
    expect(retryDelay(1, defaultRetry, { random: () => 0 }, 5000)).toBe(5000);
    expect(retryDelay(1, defaultRetry, { random: () => 0 }, 50)).toBe(100);
  });

  it("belongs to four attempts, between 0.2 and 10 seconds, by default", () => {
    expect(defaultRetry).toEqual({ attempts: 4, minDelayMs: 200, maxDelayMs: 10_000 });
  });
});

it.each([
  [null, undefined],
  ["7", 7000],
  ["0", 0],
  ["soon", undefined],
  ["Fri, 02 Jan 2026 03:04:06 GMT", 1000],
  ["Fri, 02 Jan 2026 03:04:00 GMT", 0],
])("Retry-After %s is %s ms", (header, milliseconds) => {
  expect(readRetryAfter(header, Date.parse("2026-01-02T03:04:05Z"))).toEqual(milliseconds);
});
