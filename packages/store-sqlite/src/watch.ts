import { watchWrites } from "@precept/files";

/** How long after a sign of writing is looked, in milliseconds: what is in the log by then is mostly visible. */
const settleDelay = 10;

export interface WatchOptions {
  /** Absolute. */
  readonly path: string;
  readonly pollMs: number;
  /** Looks whether anything changed. May be called for nothing, so it has to be cheap. */
  readonly look: () => void;
}

/**
 * Looks at a database again and again: at intervals, which is what is relied on, and soon after its log was written to, where the system
 * tells. Keeps no process alive. Returns the function that ends it.
 */
export function watchDatabase({ path, pollMs, look }: WatchOptions): () => void {
  const poll = setInterval(look, pollMs).unref();
  let soon: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = (): void => {
    soon ??= setTimeout(() => {
      soon = undefined;
      look();
    }, settleDelay).unref();
  };
  const endWatch = watchWrites(`${path}-wal`, lookSoon);
  return () => {
    clearInterval(poll);
    clearTimeout(soon);
    endWatch?.();
  };
}
