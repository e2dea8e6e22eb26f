import { startTimer, type Timers } from "../ports/timers.ts";

/** Returns whether a promise is fulfilled within a time, in milliseconds. Without timers, waits for it and returns true. */
export async function isInTime(promise: Promise<unknown>, ms: number, timers: Timers | undefined): Promise<boolean> {
  const finished = promise.then(() => true);
  if (timers === undefined) return finished;
  let stop: (() => void) | undefined;
  const late = new Promise<false>((resolve) => (stop = startTimer(timers, ms, () => resolve(false))));
  const inTime = await Promise.race([finished, late]);
  stop?.();
  return inTime;
}
