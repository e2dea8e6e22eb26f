import type { RetryOptions } from "./options.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Returns the delay before the next request, in milliseconds: a random part of a delay that doubles with each attempt,
 * or the delay that the server requests, if that is longer.
 *
 * @param attempts the number of requests so far, from 1.
 * @param retryAfterMs the delay that the server requests. Default: none.
 */
export function retryDelay(
  attempts: number,
  { minDelayMs, maxDelayMs }: Pick<RetryOptions, "minDelayMs" | "maxDelayMs">,
  { random }: Pick<Runtime, "random">,
  retryAfterMs = 0,
): number {
  const limit = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(attempts - 1, 30));
  // With an exact delay, all clients of a restarted server would send their requests at the same moment.
  return Math.max(retryAfterMs, limit / 2 + (random() * limit) / 2);
}

/** Reads `Retry-After` (seconds or a date) as milliseconds; undefined if it is missing or invalid. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
