/** How many times longer than the task the pause before the next one is, at least. */
const leastPause = 50;

/** How often it is checked whether the interval was set, in milliseconds, while it is 0. */
const checkInterval = 5000;

/**
 * Repeats a task at an interval that may change. The task takes at most about a fiftieth of the time: after a slow one the pause is longer. Keeps no
 * process alive.
 *
 * @param interval in milliseconds; 0 pauses the repetition.
 * @param task its errors are ignored.
 * @returns the function that ends it.
 */
export function repeatSlowly(interval: () => number, task: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let took = 0;
  const schedule = (): void => {
    if (isEnded) return;
    const pause = interval();
    timer = setTimeout(() => void run(), pause === 0 ? checkInterval : Math.max(pause, took * leastPause));
    timer.unref();
  };
  const run = async (): Promise<void> => {
    if (interval() > 0) {
      const start = performance.now();
      await task().catch(() => undefined);
      took = performance.now() - start;
    }
    schedule();
  };
  schedule();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
