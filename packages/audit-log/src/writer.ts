import { setImmediate, setTimeout } from "node:timers/promises";
import { PreceptError } from "@precept/core";
import { failureOf, acquireLock, makeDirectory, monotonicTime } from "@precept/files";
import type { EntryMetadata } from "./entry.ts";
import type { Fields } from "./line.ts";
import { nextLogId } from "./log-id.ts";
import { SegmentWriter, type SegmentOptions } from "./segment-writer.ts";

/** How long one process holds the lock while others may be waiting, in milliseconds. */
const maxTurn = 25;

/** The maximum delay between attempts to take the lock, and the pause after a turn, in milliseconds. */
const maxWait = 8;

const maxBatch = 256;

interface Pending {
  readonly fields: Fields;
  readonly timestamp: string;
  readonly resolve: (metadata: EntryMetadata) => void;
  readonly reject: (error: unknown) => void;
}

/** Appends entries to a log in order, in batches. Any number of processes may do so. */
export class LogWriter {
  readonly #store: string;
  readonly #prefix: string;
  readonly #options: SegmentOptions;
  #pending: Pending[] = [];
  #working: Promise<void> | undefined;
  #isClosed = false;

  /** @param store the name of the log in errors. @param prefix the prefix of entry ids. */
  constructor(store: string, prefix: string, options: SegmentOptions) {
    this.#store = store;
    this.#prefix = prefix;
    this.#options = options;
  }

  /** Resolves when the entry is on disk. */
  append(timestamp: string, fields: Fields): Promise<EntryMetadata> {
    if (this.#isClosed) return Promise.reject(new PreceptError("STORE_CLOSED", { store: this.#store }));
    return new Promise((resolve, reject) => {
      this.#pending.push({ fields, timestamp, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    // Collects all entries that are appended in the same tick.
    await setImmediate();
    while (this.#pending.length > 0) {
      try {
        const waited = await this.#takeTurn();
        if (waited && this.#pending.length > 0) await setTimeout(maxWait);
      } catch (error) {
        this.#fail(this.#pending.splice(0), error);
      }
    }
    this.#working = undefined;
  }

  /** Takes the lock and writes pending entries. @returns whether other processes are waiting for it. */
  async #takeTurn(): Promise<boolean> {
    const { files } = this.#options;
    await makeDirectory(files.root, files.dir, { links: "none", isPrivate: true });
    const lock = await acquireLock(files.root, files.current, this.#store, maxWait);
    try {
      await using writer = await SegmentWriter.open(this.#options, lock.assertHeld);
      const until = monotonicTime() + maxTurn;
      do {
        // A writer cannot be used after an error. Entries that were appended meanwhile are written in the next turn.
        if (!(await this.#write(this.#pending.splice(0, maxBatch), writer))) break;
        // Callers that append one entry after the other can use the same turn.
        await setImmediate();
      } while (this.#pending.length > 0 && monotonicTime() < until);
    } finally {
      await lock.release();
    }
    return lock.waited;
  }

  /** Writes a batch and settles its promises. @returns whether the entries are on disk. */
  async #write(batch: readonly Pending[], writer: SegmentWriter): Promise<boolean> {
    const written: EntryMetadata[] = [];
    try {
      for (const { fields, timestamp } of batch) {
        const logId = nextLogId(this.#prefix, writer.logId, timestamp);
        const hashes = await writer.add(logId, [["log_id", logId], ["timestamp", timestamp], ...fields]);
        written.push({ log_id: logId, timestamp, ...hashes });
      }
      await writer.flush();
    } catch (error) {
      this.#fail(batch, error);
      return false;
    }
    for (const [at, { resolve }] of batch.entries()) resolve(written[at] as EntryMetadata);
    return true;
  }

  #fail(batch: readonly Pending[], error: unknown): void {
    const failure = failureOf(this.#store, "write", this.#options.files.current, error);
    for (const { reject } of batch) reject(failure);
  }
}
