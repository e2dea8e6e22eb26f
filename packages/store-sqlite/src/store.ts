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
 * Creates a store of rules, their history and their usage in one SQLite file. The file is opened by the first call; if that fails, the next call tries
 * again.
 *
 * A completed write survives the end of the process and a power loss (see `durability`). Several processes can open the file: of two changes of the same
 * revision, exactly one succeeds. Calls are synchronous internally, so a lock of another process blocks this process for up to `busyTimeoutMs`.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`. Calls reject with `STORE_FAILED` if the file is locked, read-only, damaged, of another program or of a
 *   newer version of Precept, or if the disk is full.
 *
 * @example
 * ```ts
 * import { createRule } from "@precept/core";
 * import { createSqliteStore } from "@precept/store-sqlite";
 *
 * await using store = createSqliteStore({ path: "rules.db" });
 * await store.save(createRule({ id: "style", name: "style", content: "Use gofmt." }));
 * ```
 */
export function createSqliteStore(options: SqliteStoreOptions): RuleStore {
  return createStoreOver(openDriver, options);
}

/** Creates a store over another SQLite driver, see {@link createSqliteStore}. */
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
  #stopWatching: (() => void) | undefined;
  #closed = false;

  constructor(open: OpenDriver, options: CompleteOptions) {
    const { id, readOnly } = options;
    this.id = id;
    this.capabilities = { write: !readOnly, search: false, history: true, usage: !readOnly, transactions: !readOnly };
    this.#open = open;
    this.#options = options;
    this.#feed = new ChangeFeed(options.onListenerError);
    this.#follower = new Follower(this.#feed, id);
    this.#usage = new UsageCounter(() => this.#openDriver());
    const { save, delete: remove, apply, recordUse, usage } = createUnsupportedOperations(id);
    if (readOnly) Object.assign(this, { save, delete: remove, apply, recordUse, usage });
  }

  async *list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    yield* listRules(() => this.#access(options.signal), this.id, options);
  }

  async get(id: string, { signal }: Cancellable = {}): Promise<StoredRule | undefined> {
    const row = readCurrent(this.#access(signal), id);
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
    yield* listRevisions(() => this.#access(signal), this.id, id);
  }

  async recordUse(ids: readonly string[], at: string, { signal }: Cancellable = {}): Promise<void> {
    this.#access(signal);
    this.#usage.record(ids, at);
  }

  async usage(ids: readonly string[], { signal }: Cancellable = {}): Promise<ReadonlyMap<string, RuleUsage>> {
    this.#access(signal);
    return this.#usage.read(ids);
  }

  async reload({ signal }: Cancellable = {}): Promise<void> {
    this.#follower.poll(this.#access(signal));
  }

  diagnostics(): readonly Diagnostic[] {
    return [];
  }

  subscribe(listener: (change: StoreChange) => void): () => void {
    if (!this.#closed && !this.#feed.hasListeners) this.#startFollowing();
    return this.#feed.subscribe(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#feed.close();
    this.#stopWatching?.();
    try {
      this.#usage.flush();
    } finally {
      this.#usage.close();
      if (this.#driver !== undefined) closeDatabase(this.#driver, this.#options);
    }
  }

  #write(writes: readonly RuleWrite[], signal: CancelSignal | undefined): WriteOutcome {
    const driver = this.#access(signal);
    return this.#follower.write(driver, () => writeAll(driver, writes, this.#options));
  }

  #access(signal: CancelSignal | undefined): Driver {
    if (this.#closed) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
    return this.#openDriver();
  }

  #openDriver(): Driver {
    if (this.#driver !== undefined) return this.#driver;
    const driver = openDatabase(this.#open, this.#options);
    this.#follower.start(driver);
    this.#driver = driver;
    return driver;
  }

  /** Starts to follow changes with the first subscription. Ignores errors of opening the file: the next call reports them. */
  #startFollowing(): void {
    try {
      this.#follower.start(this.#openDriver());
    } catch {
      // `#openDriver` starts to follow when the file can be opened.
    }
    const { watch, path, pollMs } = this.#options;
    if (watch) this.#stopWatching ??= watchDatabase({ path, pollMs, poll: () => this.#poll() });
  }

  #poll(): void {
    // Do not open the file here: opening can block.
    if (this.#driver === undefined || !this.#feed.hasListeners) return;
    try {
      this.#follower.poll(this.#driver);
    } catch {
      // Ignored: the next poll tries again, and calls report the error.
    }
  }
}
