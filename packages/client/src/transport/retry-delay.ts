import type { RetryOptions } from "../options.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Returns how long to wait before the next request, in milliseconds: a random part of a delay that doubles with each
 * attempt, or what the server asks for, if that is longer.
 *
 * @param attempts the number of requests so far, from 1.
 * @param retryAfterMs what the server asks for. Default: nothing.
 */
export function retryDelay(
  attempts: number,
  { minDelayMs, maxDelayMs }: Pick<RetryOptions, "minDelayMs" | "maxDelayMs">,
  { random }: Pick<Runtime, "random">,
  retryAfterMs = 0,
): number {
  const limit = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(attempts - 1, 30));
  // With an exact delay, all clients of a server that was restarted would come back at the same moment.
  return Math.max(retryAfterMs, limit / 2 + (random() * limit) / 2);
}

/**
 * Reads the header `Retry-After`, which has seconds or a date. Returns milliseconds; undefined if it is missing or
 * invalid.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
