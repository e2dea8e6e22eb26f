import { startTimer, type Timers } from "../ports/timers.ts";

/** How often and how long a rulebook waits for stores, in milliseconds. */
export interface RetryOptions {
  /** How long a request waits for a store before it is answered without its rules, or with old ones. Default 5,000. */
  readonly waitMs?: number;
  /** How long a reading may take before another one is started. Default 60,000. */
  readonly abandonMs?: number;
  /** The delay before the first retry. Each further retry doubles it. Default 500. */
  readonly minDelayMs?: number;
  /** The maximum delay between retries. Default 60,000. */
  readonly maxDelayMs?: number;
  /** How often the position of each store is compared, to notice lost changes. 0 means never. Default 30,000. */
  readonly verifyMs?: number;
}

export const retryDefaults: Required<RetryOptions> = {
  waitMs: 5000,
  abandonMs: 60_000,
  minDelayMs: 500,
  maxDelayMs: 60_000,
  verifyMs: 30_000,
};

export interface RetrySchedule {
  start(): void;
  close(): void;
}

/** Calls `attempt`, which must not reject, with growing delays until it succeeds. @param random for jitter, 0 to 1. */
export function createRetrySchedule(
  timers: Timers,
  random: () => number,
  { minDelayMs, maxDelayMs }: Pick<Required<RetryOptions>, "minDelayMs" | "maxDelayMs">,
  attempt: () => Promise<boolean>,
): RetrySchedule {
  let failures = 0;
  let stop: (() => void) | undefined;
  let isClosed = false;
  const run = async (): Promise<void> => {
    const succeeded = await attempt();
    stop = undefined;
    failures = succeeded ? 0 : Math.min(failures + 1, 30);
    if (!succeeded) start();
  };
  const start = (): void => {
    if (stop !== undefined || isClosed) return;
    const limit = Math.min(maxDelayMs, minDelayMs * 2 ** failures);
    // At least half of the delay, so that a store that just failed gets time to recover.
    stop = startTimer(timers, limit / 2 + (random() * limit) / 2, () => void run());
  };
  const close = (): void => {
    isClosed = true;
    stop?.();
  };
  return { start, close };
}
