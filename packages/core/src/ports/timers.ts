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
