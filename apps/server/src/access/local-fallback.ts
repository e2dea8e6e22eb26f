import type { RateLimiter } from "@precept/core";

/** How long a request waits for the shared count, in milliseconds. */
const maxWait = 250;

/** Counts with a shared rate limiter, and with a local one while the shared one fails or is slow. */
export function withLocalFallback(shared: RateLimiter, local: RateLimiter): RateLimiter {
  return {
    async take(key, perMinute) {
      if (perMinute === Infinity) return 0;
      const taken = await inTime(shared.take(key, perMinute));
      return taken ?? local.take(key, perMinute);
    },
  };
}

/** Undefined if a promise is rejected or takes too long. */
async function inTime(promise: Promise<number>): Promise<number | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), maxWait);
  });
  try {
    return await Promise.race([promise, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
