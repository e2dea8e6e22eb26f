import { watchWrites } from "@precept/files";

/** The delay from a file event to a poll, in milliseconds. Writes are then usually visible. */
const pollDelay = 10;

export interface WatchOptions {
  /** The absolute path of the database. */
  readonly path: string;
  readonly pollMs: number;
  /** Checks for changes. Called often, so it has to be fast. */
  readonly poll: () => void;
}

/** Polls a database at intervals, and soon after its log changes. Returns the function that stops. */
export function watchDatabase({ path, pollMs, poll }: WatchOptions): () => void {
  const interval = setInterval(poll, pollMs).unref();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pollSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      poll();
    }, pollDelay).unref();
  };
  const stopWatching = watchWrites(`${path}-wal`, pollSoon);
  return () => {
    clearInterval(interval);
    clearTimeout(timer);
    stopWatching?.();
  };
}
