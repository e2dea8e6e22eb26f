import { createMemoryState, type SharedState } from "@precept/core";
import { describeSharedState } from "@precept/store-testkit";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { createRedisRates } from "./rates.ts";

const url = inject("redisUrl");

const timeoutMs = 20_000;

const prefixes = new WeakMap<SharedState, string>();

/** State of which only the allowances are in Redis. */
function openAt(prefix: string): SharedState {
  const rates = createRedisRates({ url: url ?? "", prefix, timeoutMs });
  const memory = createMemoryState({ now: () => performance.now() });
  const state: SharedState = {
    records: memory.records.bind(memory),
    log: memory.log.bind(memory),
    rates,
    async [Symbol.asyncDispose]() {
      await rates[Symbol.asyncDispose]();
      await memory[Symbol.asyncDispose]();
    },
  };
  prefixes.set(state, prefix);
  return state;
}

describe.skipIf(url === undefined)("with Redis", () => {
  describeSharedState("allowances in Redis", {
    forms: ["rates"],
    open: async () => openAt(crypto.randomUUID()),
    peer: async (state) => openAt(prefixes.get(state) ?? ""),
  });

  it("allows exactly as many uses as fit, of many servers at the same time", async () => {
    const prefix = crypto.randomUUID();
    const servers = Array.from({ length: 4 }, () => createRedisRates({ url: url ?? "", prefix, timeoutMs }));
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    });
    // One is added every 20 seconds at most.
    const waits = await Promise.all(servers.flatMap((server) => Array.from({ length: 50 }, () => server.take("client", 3))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
  });

  it("adds uses evenly", async () => {
    const rates = createRedisRates({ url: url ?? "", prefix: crypto.randomUUID(), timeoutMs });
    onTestFinished(() => rates[Symbol.asyncDispose]());
    // Ten uses a second
    const perMinute = 600;
    let wait = 0;
    for (let round = 0; round < 100 && wait === 0; round += 1) {
      wait = Math.max(...(await Promise.all(Array.from({ length: 100 }, () => rates.take("client", perMinute)))));
    }
    expect(wait).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, wait + 20));
    expect(await rates.take("client", perMinute)).toBe(0);
  });

  it("rejects calls after it is closed", async () => {
    const rates = createRedisRates({ url: url ?? "" });
    await rates[Symbol.asyncDispose]();
    await expect(rates.take("client", 3)).rejects.toMatchObject({ code: "STORE_CLOSED" });
  });
});
