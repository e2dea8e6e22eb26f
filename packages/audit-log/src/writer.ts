import { setImmediate, setTimeout } from "node:timers/promises";
import { PreceptError } from "@precept/core";
import { failureOf, makeDirectory, acquireLock } from "@precept/files";
import type { LogStamp } from "./entry.ts";
import type { Members } from "./line.ts";
import { nextLogId } from "./log-id.ts";
import { SegmentWriter, type SegmentOptions } from "./segment-writer.ts";

/** How long one process writes, in milliseconds, while others may be waiting. */
const turn = 25;

/** How long it lets others go first, and between two looks whether it is its turn. */
const longestWait = 8;

/** How many entries are written at once, at most. */
const mostAtOnce = 256;

interface Pending {
  readonly members: Members;
  readonly timestamp: string;
  readonly resolve: (stamp: LogStamp) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes the entries of one log in the order they come in, together where they come together. Any number of processes may do so. */
export class LogWriter {
  readonly #store: string;
  readonly #prefix: string;
  readonly #options: SegmentOptions;
  #pending: Pending[] = [];
  #working: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param store what failures call the log.
   * @param prefix what ids begin with.
   */
  constructor(store: string, prefix: string, options: SegmentOptions) {
    this.#store = store;
    this.#prefix = prefix;
    this.#options = options;
  }

  /** Fulfilled when the entry is on the disk. */
  append(timestamp: string, members: Members): Promise<LogStamp> {
    if (this.#isClosed) return Promise.reject(new PreceptError("STORE_CLOSED", { store: this.#store }));
    return new Promise((resolve, reject) => {
      this.#pending.push({ members, timestamp, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Waits for what was appended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    // What is appended in one go is written in one go.
    await setImmediate();
    while (this.#pending.length > 0) {
      try {
        const waited = await this.#takeTurn();
        if (waited && this.#pending.length > 0) await setTimeout(longestWait);
      } catch (error) {
        this.#fail(this.#pending.splice(0), error);
      }
    }
    this.#working = undefined;
  }

  /** @returns whether others write the log as well. */
  async #takeTurn(): Promise<boolean> {
    const { place } = this.#options;
    await makeDirectory(place.root, place.dir, { links: "none", isPrivate: true });
    const lock = await acquireLock(place.root, place.current, this.#store, longestWait);
    try {
      const writer = await SegmentWriter.open(this.#options, lock.assertHeld);
      try {
        const until = performance.now() + turn;
        do {
          // After a failure the writer cannot go on. The entries that came in meanwhile are tried in the next turn.
          if (!(await this.#write(this.#pending.splice(0, mostAtOnce), writer))) break;
          // Who waits for one entry before the next gets to append it in the same turn.
          await setImmediate();
        } while (this.#pending.length > 0 && performance.now() < until);
      } finally {
        await writer.close();
      }
    } finally {
      await lock.release();
    }
    return lock.waited;
  }

  /** @returns whether the entries are on the disk; their promises are settled in any case. */
  async #write(batch: readonly Pending[], writer: SegmentWriter): Promise<boolean> {
    const stamps: LogStamp[] = [];
    try {
      for (const { members, timestamp } of batch) {
        const logId = nextLogId(this.#prefix, writer.logId, timestamp);
        const hashes = await writer.add(logId, [["log_id", logId], ["timestamp", timestamp], ...members]);
        stamps.push({ log_id: logId, timestamp, ...hashes });
      }
      await writer.flush();
    } catch (error) {
      this.#fail(batch, error);
      return false;
    }
    for (const [at, { resolve }] of batch.entries()) resolve(stamps[at] as LogStamp);
    return true;
  }

  #fail(batch: readonly Pending[], error: unknown): void {
    const failure = failureOf(this.#store, "write", this.#options.place.current, error);
    for (const { reject } of batch) reject(failure);
  }
}
