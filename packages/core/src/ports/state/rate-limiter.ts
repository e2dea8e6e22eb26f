const minute = 60_000;

/** Limits how often something happens per key, over all processes that share it. An allowance refills evenly. */
export interface RateLimiter {
  /**
   * Uses the allowance of a key: after a pause, as many uses as in a minute are allowed together.
   *
   * @param perMinute 1 or more. `Infinity`: no limit.
   * @returns 0, or the milliseconds until the key has an allowance.
   * @throws PreceptError `STORE_FAILED`, `STORE_CLOSED`
   */
  take(key: string, perMinute: number): Promise<number>;
}

/** What a use of an allowance does: the generic cell rate algorithm. */
export interface TakenAllowance {
  /** When the allowance is full again, in milliseconds of the clock. Unchanged if the use is refused. */
  readonly fullAt: number;
  /** 0, or the milliseconds until there is an allowance. */
  readonly wait: number;
}

/** Uses an allowance. @param fullAt when it is full again, according to the last use. @param now of the same clock. */
export function takeAllowance(fullAt: number, now: number, perMinute: number): TakenAllowance {
  const interval = minute / perMinute;
  const next = Math.max(fullAt, now) + interval;
  const wait = next - now - minute;
  // A tolerance for rounding: the last use of a full allowance must not be refused.
  return wait > interval / 2 ? { fullAt, wait } : { fullAt: next, wait: 0 };
}
