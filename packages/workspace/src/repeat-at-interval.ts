/** The minimum pause after a task, in multiples of its duration. */
const pauseFactor = 50;

/** How often the interval is read again while it is 0, in milliseconds. */
const checkInterval = 5000;

/** Repeats a task, at most about 2% of the time, until the returned function is called. `interval` in ms; 0 pauses. */
export function repeatAtInterval(interval: () => number, task: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let took = 0;
  const schedule = (): void => {
    if (isEnded) return;
    const pause = interval();
    timer = setTimeout(() => void run(), pause === 0 ? checkInterval : Math.max(pause, took * pauseFactor));
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
