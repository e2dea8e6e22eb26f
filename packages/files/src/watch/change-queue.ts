/** The longest wait for a batch, as a multiple of `debounce`. */
const maxDebounces = 10;

export interface ChangeQueueOptions {
  /** A batch is handled after this time without changes, in milliseconds, or at most ten times as long. Default 0. */
  readonly debounce?: number;
  /** Returns the minimum delay before the next batch, in milliseconds. Called after each batch. Default 0. */
  readonly pauseAfter?: () => number;
}

/** Passes changed paths to a callback in batches: those reported together, or while the previous batch is handled. */
export class ChangeQueue {
  readonly #onBatch: (paths: ReadonlySet<string>) => Promise<void>;
  #pending = new Set<string>();
  #working: Promise<void> | undefined;
  #isClosed = false;
  #endPause: () => void = () => undefined;
  readonly #debounce: number;
  readonly #pauseAfter: () => number;
  #count = 0;

  /** @param onBatch called for one batch at a time. It must not reject. */
  constructor(
    onBatch: (paths: ReadonlySet<string>) => Promise<void>,
    { debounce = 0, pauseAfter = () => 0 }: ChangeQueueOptions = {},
  ) {
    this.#onBatch = onBatch;
    this.#debounce = debounce;
    this.#pauseAfter = pauseAfter;
  }

  add(path: string): void {
    if (this.#isClosed) return;
    this.#pending.add(path);
    this.#count += 1;
    this.#working ??= this.#work();
  }

  /** Discards pending paths, and waits until the current batch is handled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pending.clear();
    this.#endPause();
    await this.#working;
  }

  async #work(): Promise<void> {
    // Waits for the other events of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.size > 0) {
      if (this.#debounce > 0) await this.#waitUntilQuiet();
      const batch = this.#pending;
      this.#pending = new Set();
      if (this.#isClosed) break;
      await this.#onBatch(batch);
      const pause = this.#pauseAfter();
      if (pause > 0) await this.#pause(pause);
    }
    this.#working = undefined;
  }

  async #waitUntilQuiet(): Promise<void> {
    for (let remaining = maxDebounces, before = -1; remaining > 0 && before !== this.#count; remaining -= 1) {
      before = this.#count;
      await this.#pause(this.#debounce);
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
