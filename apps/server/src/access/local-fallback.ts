import type { RateLimiter } from "@precept/core";

/** How long a request waits for the shared count, and how long it is not asked again after a failure, in milliseconds. */
const limits = { wait: 1000, pause: 1000 };

/** Counts with a shared rate limiter, and with a local one while the shared one fails or is slow. */
export function withLocalFallback(shared: RateLimiter, local: RateLimiter): RateLimiter {
  let failedAt = -Infinity;
  return {
    async take(key, perMinute) {
      if (perMinute === Infinity) return 0;
      if (performance.now() - failedAt < limits.pause) return local.take(key, perMinute);
      const taken = await inTime(shared.take(key, perMinute));
      if (taken === undefined) failedAt = performance.now();
      return taken ?? local.take(key, perMinute);
    },
  };
}

/** Undefined if a promise is rejected or takes too long. */
async function inTime(promise: Promise<number>): Promise<number | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limits.wait);
  });
  try {
    return await Promise.race([promise, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
