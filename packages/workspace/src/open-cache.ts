import type { RuleCache, SharedLayerOptions, StoreState } from "@precept/core";
import type { RedisRuleCache, RedisServer } from "@precept/cache-redis";
import type { WorkspacePlan } from "./plan.ts";
import type { RedisSettings } from "./settings.ts";
import { LoadedLater } from "./loaded-later.ts";

/** The cache that servers share. */
export interface SharedCache {
  /** `failed` with the reason from a failed call until the next one that succeeds. Answers do not depend on it. */
  state(): StoreState;
  /** Asks the server whether it answers. @throws PreceptError `STORE_FAILED` */
  check(): Promise<RedisServer>;
}

export interface OpenCache {
  /** Identifies the settings that it was created with. */
  readonly key: string;
  readonly layer: SharedLayerOptions;
  readonly shared: SharedCache;
  readonly close: () => Promise<void>;
}

/** Opens a plan's cache, or returns the previous one if the settings are equal. Connects with the first call. */
export function openCache({ settings: { redis } }: WorkspacePlan, previous?: OpenCache): OpenCache | undefined {
  const key = cacheKey(redis);
  if (redis === undefined || key === undefined) return undefined;
  if (previous?.key === key) return previous;
  const later = new LoadedLater<RedisRuleCache>(async () => {
    const { createRedisRuleCache } = await import("@precept/cache-redis");
    return createRedisRuleCache({ url: redis.url });
  });
  const cache: RuleCache = {
    get: async (...args) => (await later.get()).get(...args),
    set: async (...args) => (await later.get()).set(...args),
    delete: async (...args) => (await later.get()).delete(...args),
  };
  return {
    key,
    layer: { cache, ...(redis.prefix !== undefined && { keyPrefix: redis.prefix }) },
    shared: { state: () => later.loaded?.state() ?? { status: "ready" }, check: async () => (await later.get()).check() },
    close: async () => later[Symbol.asyncDispose](),
  };
}

export function cacheKey(redis: RedisSettings | undefined): string | undefined {
  return redis && JSON.stringify(redis);
}
