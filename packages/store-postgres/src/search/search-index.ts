import { setTimeout } from "node:timers/promises";
import { formatNumber, type CancelSignal } from "@precept/core";
import type { Database } from "../database.ts";
import { storeFailed } from "../failure.ts";
import type { CompleteOptions } from "../options.ts";
import { readIndexProgress, updateIndex } from "./update-index.ts";

/** How often a read-only store looks whether the index has followed, in milliseconds. */
const pauseMs = 50;

/** How long to wait after a write before its index is updated, in milliseconds, so that several writes are indexed together. */
const delayMs = 100;

/** The search index of a database, which follows the feed. */
export class SearchIndex {
  readonly #options: Pick<CompleteOptions, "id" | "readOnly" | "statementTimeoutMs">;
  readonly #closing = new AbortController();
  #isOver = false;
  #running: Promise<void> | undefined;
  #isRequested = false;

  constructor(options: Pick<CompleteOptions, "id" | "readOnly" | "statementTimeoutMs">) {
    this.#options = options;
  }

  /** Indexes what is not indexed yet, in the background. Errors are ignored: a search tries again, and reports them. */
  update(database: Database): void {
    if (this.#options.readOnly) return;
    this.#isRequested = true;
    this.#running ??= this.#updateWhileRequested(database).catch(() => undefined);
  }

  /**
   * Waits until everything is indexed that was written before the call.
   *
   * @throws PreceptError `STORE_FAILED`, retryable, if that takes longer than `statementTimeoutMs`.
   */
  async catchUp(database: Database, signal: CancelSignal | undefined): Promise<void> {
    const { id, readOnly, statementTimeoutMs } = this.#options;
    const deadline = performance.now() + statementTimeoutMs;
    const { position, indexed } = await readIndexProgress(database);
    for (let done = indexed; done < position; done = (await readIndexProgress(database)).indexed) {
      signal?.throwIfAborted();
      if (performance.now() > deadline) {
        const left = `${formatNumber(position - done)} of ${formatNumber(position)} changes are not indexed yet`;
        const remedy = readOnly ? "; a Precept that may write indexes them" : "";
        throw storeFailed(id, `its search index is being built: ${left}${remedy}`, { retryable: true });
      }
      if (readOnly) await setTimeout(pauseMs);
      else await updateIndex(database);
    }
  }

  /** Waits until this process has indexed its writes, at most for `statementTimeoutMs`. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([this.#running, setTimeout(this.#options.statementTimeoutMs, undefined, { ref: false })]);
    this.#isOver = true;
    await this.#running;
  }

  async #updateWhileRequested(database: Database): Promise<void> {
    try {
      let hasMore = false;
      while ((this.#isRequested || hasMore) && !this.#isOver) {
        if (!hasMore) await setTimeout(delayMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
        this.#isRequested = false;
        hasMore = await updateIndex(database);
      }
    } finally {
      this.#running = undefined;
    }
  }
}
