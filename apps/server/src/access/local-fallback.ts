import { isInTime, type RateLimiter } from "@precept/core";

/** How long a request waits for the shared count, and how long it is not asked again after a failure, in milliseconds. */
const limits = { wait: 1000, pause: 1000 };

/** Counts with a shared rate limiter, and with a local one while the shared one fails or is slow. */
export function withLocalFallback(shared: RateLimiter, local: RateLimiter): RateLimiter {
  let failedAt = -Infinity;
  return {
    async take(key, perMinute) {
      if (perMinute === Infinity) return 0;
      if (performance.now() - failedAt < limits.pause) return local.take(key, perMinute);
      const asked = shared.take(key, perMinute).catch(() => undefined);
      const taken = (await isInTime(asked, limits.wait, globalThis)) ? await asked : undefined;
      if (taken === undefined) failedAt = performance.now();
      return taken ?? local.take(key, perMinute);
    },
  };
}
