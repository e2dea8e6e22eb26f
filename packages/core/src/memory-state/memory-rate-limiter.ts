import { takeAllowance, type RateLimiter } from "../ports/state/rate-limiter.ts";

/** The number of keys that are remembered. Beyond it, the key that was not used for the longest time is forgotten. */
const maxKeys = 10_000;

/** Creates a rate limiter for one process. @param now the clock, in milliseconds. It never goes back. */
export function createMemoryRateLimiter({ now }: { readonly now: () => number }): RateLimiter {
  /** Per key, when its allowance is full again. Least recently used first. */
  const fullAt = new Map<string, number>();
  return {
    async take(key, perMinute) {
      if (perMinute === Infinity) return 0;
      const taken = takeAllowance(fullAt.get(key) ?? 0, now(), perMinute);
      if (taken.wait > 0) return taken.wait;
      fullAt.delete(key);
      fullAt.set(key, taken.fullAt);
      if (fullAt.size > maxKeys) {
        const [oldest = key] = fullAt.keys();
        fullAt.delete(oldest);
      }
      return 0;
    },
  };
}
