/** The functions of the platform that retries need. */
export interface Runtime {
  /** The time in milliseconds. */
  readonly now: () => number;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Waits. Rejects with the reason of the signal if it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const platformRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const abort = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      }, milliseconds);
      signal.addEventListener("abort", abort, { once: true });
    }),
};
