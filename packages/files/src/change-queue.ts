/**
 * Collects changed paths and hands them over in batches: those that the system reports together, and all that arrive while a batch is handled.
 */
export class ChangeQueue {
  readonly #onBatch: (paths: ReadonlySet<string>) => Promise<void>;
  #pending = new Set<string>();
  #working: Promise<void> | undefined;
  #isClosed = false;

  /** @param onBatch called again only once its promise is fulfilled. It must not reject. */
  constructor(onBatch: (paths: ReadonlySet<string>) => Promise<void>) {
    this.#onBatch = onBatch;
  }

  add(path: string): void {
    if (this.#isClosed) return;
    this.#pending.add(path);
    this.#working ??= this.#work();
  }

  /** Drops what is pending. Fulfilled when the current batch is handled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pending.clear();
    await this.#working;
  }

  async #work(): Promise<void> {
    // After all events that were reported in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.size > 0) {
      const batch = this.#pending;
      this.#pending = new Set();
      await this.#onBatch(batch);
    }
    this.#working = undefined;
  }
}
