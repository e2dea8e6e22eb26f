import { isInTime, PreceptError, type RateLimiter } from "@precept/core";

/** How long a request waits for the shared count, and how long it is not asked again after a failure, in milliseconds. */
const limits = { wait: 1000, pause: 1000 };

/** Counts of requests that several servers share. They differ in what happens while the shared count fails or is slow. */
interface Counts {
  /** Counts alone then, so that requests are still answered. Each server allows as many as all of them together. */
  readonly lenient: RateLimiter;
  /** Throws `STORE_FAILED`, retryable, so that the limit is never exceeded. */
  readonly strict: RateLimiter;
}

/** @param local counts for this server alone. */
export function createCounts(shared: RateLimiter, local: RateLimiter): Counts {
  let failedAt = -Infinity;
  const ask = async (key: string, perMinute: number): Promise<number | undefined> => {
    if (performance.now() - failedAt < limits.pause) return undefined;
    const asked = shared.take(key, perMinute).catch(() => undefined);
    const taken = (await isInTime(asked, limits.wait, globalThis)) ? await asked : undefined;
    if (taken === undefined) failedAt = performance.now();
    return taken;
  };
  return {
    lenient: {
      take: async (key, perMinute) => (perMinute === Infinity ? 0 : ((await ask(key, perMinute)) ?? local.take(key, perMinute))),
    },
    strict: {
      async take(key, perMinute) {
        const taken = perMinute === Infinity ? 0 : await ask(key, perMinute);
        if (taken !== undefined) return taken;
        const reason = "the servers cannot count failed authentications together";
        throw new PreceptError("STORE_FAILED", { store: "state", reason, retryable: true });
      },
    },
  };
}
