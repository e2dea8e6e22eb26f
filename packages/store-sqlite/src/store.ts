import {
  ChangeFeed,
  PreceptError,
  createUnsupportedOperations,
  type Cancellable,
  type CancelSignal,
  type DeleteOptions,
  type Diagnostic,
  type ListOptions,
  type Rule,
  type RuleRevision,
  type RuleStore,
  type RuleUsage,
  type RuleWrite,
  type SaveOptions,
  type StoreCapabilities,
  type StoreChange,
  type StoredRule,
} from "@precept/core";
import type { Driver, OpenDriver } from "./driver.ts";
import { Follower } from "./follow.ts";
import { listRevisions, listRules } from "./list.ts";
import { closeDatabase, openDatabase } from "./open.ts";
import { openDriver } from "./open-driver.ts";
import { completeOptions, type CompleteOptions, type SqliteStoreOptions } from "./options.ts";
import { storedOf } from "./rows.ts";
import { UsageCounter } from "./usage.ts";
import { watchDatabase } from "./watch.ts";
import { readCurrent, writeAll, type WriteOutcome } from "./write.ts";

/**
 * Keeps rules, their history and their usage in one SQLite file. Nothing is opened before the first call; a file that can't be opened is tried
 * again by the next one.
 *
 * A fulfilled write has reached the disk, and survives the end of the process and a loss of power (`durability`). Any number of processes may
 * have the file open: of two that change the same revision exactly one wins. Every call works while the process waits for it, so a lock of
 * another process holds up everything for as long as `busyTimeoutMs`.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`. Calls reject with `STORE_FAILED` where the file is locked, full, read-only, damaged, of another
 *   program, or of a newer version of Precept.
 */
export function createSqliteStore(options: SqliteStoreOptions): RuleStore {
  return createStoreOver(openDriver, options);
}

/** The store over any driver. */
export function createStoreOver(open: OpenDriver, options: SqliteStoreOptions): RuleStore {
  return new SqliteStore(open, completeOptions(options));
}

class SqliteStore implements RuleStore {
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  readonly #open: OpenDriver;
  readonly #options: CompleteOptions;
  readonly #feed: ChangeFeed;
  readonly #follower: Follower;
  readonly #usage: UsageCounter;
  #driver: Driver | undefined;
  #endWatch: (() => void) | undefined;
  #closed = false;

  constructor(open: OpenDriver, options: CompleteOptions) {
    const { id, readOnly } = options;
    this.id = id;
    this.capabilities = { write: !readOnly, search: false, history: true, usage: !readOnly, transactions: !readOnly };
    this.#open = open;
    this.#options = options;
    this.#feed = new ChangeFeed(options.onListenerError);
    this.#follower = new Follower(this.#feed, id);
    this.#usage = new UsageCounter(() => this.#opened());
    const { save, delete: remove, apply, recordUse, usage } = createUnsupportedOperations(id);
    if (readOnly) Object.assign(this, { save, delete: remove, apply, recordUse, usage });
  }

  async *list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    yield* listRules(() => this.#enter(options.signal), this.id, options);
  }

  async get(id: string, { signal }: Cancellable = {}): Promise<StoredRule | undefined> {
    const row = readCurrent(this.#enter(signal), id);
    return row === undefined ? undefined : storedOf(row, this.id);
  }

  async save(rule: Rule, { revision, uniqueName, signal }: SaveOptions = {}): Promise<StoredRule> {
    const { saved } = this.#write([{ kind: "save", rule, revision, uniqueName }], signal);
    return saved[0] as StoredRule;
  }

  async delete(id: string, { revision, signal }: DeleteOptions = {}): Promise<boolean> {
    const { deleted } = this.#write([{ kind: "delete", id, revision }], signal);
    return deleted.length > 0;
  }

  async apply(writes: readonly RuleWrite[], { signal }: Cancellable = {}): Promise<readonly StoredRule[]> {
    return this.#write(writes, signal).saved;
  }

  async *history(id: string, { signal }: Cancellable = {}): AsyncIterable<RuleRevision> {
    yield* listRevisions(() => this.#enter(signal), this.id, id);
  }

  async recordUse(ids: readonly string[], at: string, { signal }: Cancellable = {}): Promise<void> {
    this.#enter(signal);
    this.#usage.record(ids, at);
  }

  async usage(ids: readonly string[], { signal }: Cancellable = {}): Promise<ReadonlyMap<string, RuleUsage>> {
    this.#enter(signal);
    return this.#usage.read(ids);
  }

  async reload({ signal }: Cancellable = {}): Promise<void> {
    this.#follower.look(this.#enter(signal));
  }

  diagnostics(): readonly Diagnostic[] {
    return [];
  }

  subscribe(listener: (change: StoreChange) => void): () => void {
    if (!this.#closed && !this.#feed.hasListeners) this.#beginFollowing();
    return this.#feed.subscribe(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#feed.close();
    this.#endWatch?.();
    try {
      this.#usage.flush();
    } finally {
      this.#usage.close();
      if (this.#driver !== undefined) closeDatabase(this.#driver, this.#options);
    }
  }

  #write(writes: readonly RuleWrite[], signal: CancelSignal | undefined): WriteOutcome {
    const driver = this.#enter(signal);
    return this.#follower.write(driver, () => writeAll(driver, writes, this.#options));
  }

  #enter(signal: CancelSignal | undefined): Driver {
    if (this.#closed) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
    return this.#opened();
  }

  #opened(): Driver {
    if (this.#driver !== undefined) return this.#driver;
    const driver = openDatabase(this.#open, this.#options);
    this.#follower.begin(driver);
    this.#driver = driver;
    return driver;
  }

  /** Changes count from the first subscription on. A file that can't be opened yet is no failure of subscribing: the next call says so. */
  #beginFollowing(): void {
    try {
      this.#follower.begin(this.#opened());
    } catch {
      // `#opened` begins to follow, as soon as the file can be opened.
    }
    const { watch, path, pollMs } = this.#options;
    if (watch) this.#endWatch ??= watchDatabase({ path, pollMs, look: () => this.#look() });
  }

  #look(): void {
    // A file that could not be opened is left to the next call: opening may wait, and nobody asked for that.
    if (this.#driver === undefined || !this.#feed.hasListeners) return;
    try {
      this.#follower.look(this.#driver);
    } catch {
      // Nobody waits for this look. It is done again soon; and whoever calls hears what is the matter.
    }
  }
}
