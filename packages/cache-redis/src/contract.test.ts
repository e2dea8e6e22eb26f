import { setTimeout as wait } from "node:timers/promises";
import type { RuleCache } from "@precept/core";
import { describeRuleCache, type OpenRuleCache } from "@precept/store-testkit";
import { createClient } from "@redis/client";
import { describe, inject } from "vitest";
import { createRedisRuleCache } from "./rule-cache.ts";

const url = inject("redisUrl");

const waitMs = 100;

/** Longer than any other client takes on a busy machine, so that only a lost connection ends a call. */
const timeoutMs = 20_000;

/** The keys of one test, which other tests do not use. */
const prefixes = new WeakMap<RuleCache, string>();

function openAt(prefix: string): OpenRuleCache {
  const shared = createRedisRuleCache({ url: url ?? "", waitMs, timeoutMs });
  const cache: RuleCache = {
    get: (key, options) => shared.get(prefix + key, options),
    set: (key, value, options) => shared.set(prefix + key, value, options),
    delete: (key, options) => shared.delete(prefix + key, options),
  };
  prefixes.set(cache, prefix);
  return { cache, [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose]() };
}

/** Runs a command without the cache. */
async function send(command: readonly string[]): Promise<unknown> {
  const client = createClient({ url: url ?? "", RESP: 2 });
  await client.connect();
  try {
    return await client.sendCommand(command);
  } finally {
    client.destroy();
  }
}

describe.skipIf(url === undefined)("with Redis", () => {
  describeRuleCache("Redis", {
    open: async () => openAt(`${crypto.randomUUID()} `),
    peer: async (cache) => openAt(prefixes.get(cache) ?? ""),
    pass: async (ms) => wait(ms),
    waitMs,
    stored: {
      read: async (cache, key) => String(await send(["GET", `${prefixes.get(cache)}${key}`])),
      async write(cache, key, text) {
        await send(["SET", `${prefixes.get(cache)}${key}`, text]);
      },
    },
  });
});
