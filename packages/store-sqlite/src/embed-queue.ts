import type { Embedder } from "@precept/core";
import type { Driver } from "./driver.ts";
import { embedRules } from "./embed-rules.ts";
import type { CompleteOptions } from "./options.ts";

/** The pause after a failure of the embedder, in milliseconds. */
const retryAfter = 30_000;

interface EmbedQueueOptions extends Pick<CompleteOptions, "now" | "onEmbedProgress" | "onEmbedError"> {
  readonly embedder: Embedder;
}

/** Embeds new and changed rules in the background, one run at a time. */
export class EmbedQueue {
  readonly #access: () => Driver;
  readonly #options: EmbedQueueOptions;
  readonly #abort = new AbortController();
  #running: Promise<void> | undefined;
  #isRequested = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** @param access returns the connection. */
  constructor(access: () => Driver, options: EmbedQueueOptions) {
    this.#access = access;
    this.#options = options;
  }

  /** Starts to embed rules that have no vector, unless the embedder failed a moment ago. */
  start(): void {
    if (this.#abort.signal.aborted) return;
    this.#isRequested = true;
    if (performance.now() - this.#failedAt < retryAfter) return;
    this.#running ??= this.#run();
  }

  /** Ends the current run and waits for its end. */
  async close(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { embedder, now, onEmbedProgress, onEmbedError } = this.#options;
    const { signal } = this.#abort;
    try {
      while (this.#isRequested && !signal.aborted) {
        this.#isRequested = false;
        const listeners = { onProgress: onEmbedProgress, onError: onEmbedError };
        const rejected = await embedRules(this.#access, embedder, { now, signal, ...listeners });
        if (rejected > 0) this.#failedAt = performance.now();
      }
    } catch (error) {
      // Searches report `vectors_incomplete`. A later write or search starts again.
      this.#failedAt = performance.now();
      if (!signal.aborted) onEmbedError?.(error);
    } finally {
      this.#running = undefined;
    }
  }
}
