import { expect, it } from "vitest";
import { Quarantine } from "./quarantine.ts";

function createQuarantine() {
  const time = { now: 0 };
  return { time, quarantine: new Quarantine({ strikes: 3, duration: 1000, clock: () => time.now }) };
}

it("quarantines a pattern after the third strike, and no other one", () => {
  const { quarantine } = createQuarantine();
  expect([quarantine.strike("a"), quarantine.strike("a")]).toEqual([false, false]);
  expect(quarantine.has("a")).toBe(false);
  expect(quarantine.strike("a")).toBe(true);
  expect(quarantine.has("a")).toBe(true);
  expect(quarantine.has("b")).toBe(false);
});

it("releases a pattern after the duration, and restarts its count", () => {
  const { quarantine, time } = createQuarantine();
  for (let strike = 0; strike < 3; strike += 1) quarantine.strike("a");
  time.now = 999;
  expect(quarantine.has("a")).toBe(true);
  time.now = 1000;
  expect(quarantine.has("a")).toBe(false);
  expect(quarantine.strike("a")).toBe(false);
});

it("drops strikes older than the duration", () => {
  const { quarantine, time } = createQuarantine();
  quarantine.strike("a");
  quarantine.strike("a");
  time.now = 2000;
  expect(quarantine.strike("a")).toBe(false);
});

it("tracks a limited number of patterns, the latest ones", () => {
  const { quarantine } = createQuarantine();
  for (let strike = 0; strike < 3; strike += 1) quarantine.strike("first");
  for (let number = 0; number < 1000; number += 1) quarantine.strike(`pattern ${number}`);
  expect(quarantine.has("first")).toBe(false);
});
