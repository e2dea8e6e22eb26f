/** How many times longer than `settle` a batch waits at most for changes to end. */
const maxSettles = 10;

export interface ChangeQueueOptions {
  /** How long no change must arrive before a batch is handed over, in milliseconds; at most ten times as long is waited for that. Default 0. */
  readonly settle?: number;
  /** Called after each batch: how long the next one is delayed at least, in milliseconds. Default: not at all. */
  readonly pauseAfter?: () => number;
}

/**
 * Collects changed paths and hands them over in batches: those that the system reports together, and all that arrive while a batch is handled.
 */
export class ChangeQueue {
  readonly #onBatch: (paths: ReadonlySet<string>) => Promise<void>;
  #pending = new Set<string>();
  #working: Promise<void> | undefined;
  #isClosed = false;
  #endPause: () => void = () => undefined;
  readonly #settle: number;
  readonly #pauseAfter: () => number;
  #count = 0;

  /** @param onBatch called again only once its promise is fulfilled. It must not reject. */
  constructor(
    onBatch: (paths: ReadonlySet<string>) => Promise<void>,
    { settle = 0, pauseAfter = () => 0 }: ChangeQueueOptions = {},
  ) {
    this.#onBatch = onBatch;
    this.#settle = settle;
    this.#pauseAfter = pauseAfter;
  }

  add(path: string): void {
    if (this.#isClosed) return;
    this.#pending.add(path);
    this.#count += 1;
    this.#working ??= this.#work();
  }

  /** Drops what is pending. Fulfilled when the current batch is handled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pending.clear();
    this.#endPause();
    await this.#working;
  }

  async #work(): Promise<void> {
    // After all events that were reported in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.size > 0) {
      if (this.#settle > 0) await this.#waitUntilSettled();
      const batch = this.#pending;
      this.#pending = new Set();
      if (this.#isClosed) break;
      await this.#onBatch(batch);
      const pause = this.#pauseAfter();
      if (pause > 0) await this.#pause(pause);
    }
    this.#working = undefined;
  }

  async #waitUntilSettled(): Promise<void> {
    for (let left = maxSettles, before = -1; left > 0 && before !== this.#count; left -= 1) {
      before = this.#count;
      await this.#pause(this.#settle);
    }
  }

  async #pause(duration: number): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, duration);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
