import type { RateLimiter } from "@precept/core";
import { expect } from "vitest";
import { logChecks } from "./log-checks.ts";
import { recordChecks } from "./record-checks.ts";
import type { StateRequirementId } from "./requirements.ts";
import type { StateCheck } from "./state-suite.ts";

/** Uses an allowance many times, concurrently. @returns how long each use has to wait. */
function takeMany(rates: RateLimiter, key: string, count: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: count }, () => rates.take(key, perMinute)));
}

/** Few enough that none is added during a check: one in 20 seconds. */
const perMinute = 3;

/** The checks of all requirements. The compiler reports missing ones. */
export const stateChecks: Readonly<Record<StateRequirementId, StateCheck>> = {
  ...recordChecks,
  ...logChecks,
  "rates/allowance": async ({ state: { rates } }) => {
    const waits = await takeMany(rates, "client", 10);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(perMinute);
    const next = await rates.take("client", perMinute);
    expect(next).toBeGreaterThan(5000);
    expect(next).toBeLessThanOrEqual(20_000);
  },
  "rates/keys": async ({ state: { rates } }) => {
    await takeMany(rates, "a", perMinute);
    expect(await rates.take("a", perMinute)).toBeGreaterThan(0);
    expect(await rates.take("b", perMinute)).toBe(0);
    expect(await rates.take("\0\ud800", perMinute)).toBe(0);
    for (let use = 0; use < 5; use += 1) expect(await rates.take("a", Infinity)).toBe(0);
  },
  "rates/peer": async ({ state, openPeer }) => {
    const peer = await openPeer();
    const waits = await Promise.all([takeMany(state.rates, "client", 5), takeMany(peer.rates, "client", 5)]);
    expect(waits.flat().filter((wait) => wait === 0)).toHaveLength(perMinute);
  },
  "state/closed": async ({ state }) => {
    const [records, log] = [state.records("approvals", "shop"), state.log("events", "shop")];
    await records.read();
    await state[Symbol.asyncDispose]();
    await state[Symbol.asyncDispose]();
    const calls = [
      () => records.read(),
      () => records.update(["a"], (entries) => ({ entries, result: undefined })),
      () => log.read({ after: 0, limit: 1 }),
      () => log.append({ entries: ["a"] }),
      () => state.rates.take("a", perMinute),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "STORE_CLOSED" });
  },
};
