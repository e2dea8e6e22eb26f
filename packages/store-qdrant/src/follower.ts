import type { CompleteOptions } from "./options.ts";

/** Changes that follow each other quickly are applied together. */
const collectMs = 20;

const minRetryMs = 500;
const maxRetryMs = 60_000;

/** Fills a collection after each change of the store: one run at a time, and again with growing delays if one fails. */
export class Follower implements AsyncDisposable {
  readonly #options: Pick<CompleteOptions, "store" | "onError">;
  readonly #fill: (signal: AbortSignal) => Promise<void>;
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;
  #isBehind = false;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(options: Pick<CompleteOptions, "store" | "onError">, fill: (signal: AbortSignal) => Promise<void>) {
    this.#options = options;
    this.#fill = fill;
  }

  start(): void {
    this.#unsubscribe ??= this.#options.store.subscribe(() => this.#runLater(collectMs));
    this.#runLater(0);
  }

  /** Fills once. Concurrent calls share a run that begins after they were made. */
  async run(): Promise<void> {
    if (this.#running !== undefined) await this.#running.catch(() => undefined);
    this.#running ??= this.#fill(this.#end.signal).finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unsubscribe?.();
    clearTimeout(this.#timer);
    this.#end.abort();
    await this.#running?.catch(() => undefined);
  }

  #runLater(ms: number): void {
    this.#isBehind = true;
    if (this.#timer !== undefined || this.#end.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#runNow(), ms);
    // It does not keep a process alive that has nothing else to do.
    this.#timer.unref();
  }

  async #runNow(): Promise<void> {
    this.#isBehind = false;
    try {
      await this.run();
      this.#failures = 0;
    } catch (error) {
      if (this.#end.signal.aborted) return;
      this.#options.onError?.(error);
      this.#failures += 1;
      this.#isBehind = true;
    }
    this.#timer = undefined;
    if (!this.#isBehind) return;
    this.#runLater(this.#failures === 0 ? collectMs : Math.min(maxRetryMs, minRetryMs * 2 ** this.#failures));
  }
}
