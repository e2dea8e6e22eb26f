/** The timers of the platform: `globalThis` in Node and in browsers. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Calls a function once after a delay. Does not keep a Node process alive. Returns the function that stops it. */
export function startTimer(timers: Timers, ms: number, callback: () => void): () => void {
  const timer = timers.setTimeout(callback, ms);
  // Node's timers are objects with `unref`; those of browsers are numbers.
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function") timer.unref();
  return () => timers.clearTimeout(timer);
}

/** Whether a promise is fulfilled within a time in milliseconds. Without timers, waits for it and returns true. */
export async function isInTime(promise: Promise<unknown>, ms: number, timers: Timers | undefined): Promise<boolean> {
  const finished = promise.then(() => true);
  if (timers === undefined) return finished;
  let stop: (() => void) | undefined;
  const late = new Promise<false>((resolve) => (stop = startTimer(timers, ms, () => resolve(false))));
  const inTime = await Promise.race([finished, late]);
  stop?.();
  return inTime;
}
