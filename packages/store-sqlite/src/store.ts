import {
  ChangeFeed,
  PreceptError,
  createUnsupportedOperations,
  savedRules,
  selectChanges,
  storedOf,
  StoreHealth,
  type Cancellable,
  type CancelSignal,
  type Diagnostic,
  type ListOptions,
  type ReadOptions,
  type Rule,
  type RuleStore,
  type RuleWrite,
  type SaveOptions,
  type StoreCapabilities,
  type StoreState,
  type StoredRule,
  type Written,
} from "@precept/core";
import { observeStore } from "@precept/telemetry";
import { changesSince, hasReached, readPosition } from "./changes.ts";
import type { OpenDriver } from "./driver.ts";
import { Follower } from "./follow.ts";
import { listRevisions, listIds, listRules } from "./list.ts";
import { closeDatabase, isBusy, openDatabase, type GuardedDriver } from "./open.ts";
import { openDriver } from "./open-driver.ts";
import { completeOptions, type CompleteOptions, type SqliteStoreOptions } from "./options.ts";
import { pruneRevisions } from "./prune.ts";
import { readCurrent, readMany } from "./read.ts";
import { RuleSearcher } from "./rule-searcher.ts";
import { withSearchIndex } from "./search-index.ts";
import { supportsFts5 } from "./search-schema.ts";
import { UsageCounter } from "./usage.ts";
import { watchDatabase } from "./watch.ts";
import { writeAll, writeInSavepoint } from "./write.ts";

/**
 * Creates a store of rules, their history and their usage in one SQLite file. The file is opened by the first call; if
 * that fails, the next call tries again.
 *
 * A completed write survives the end of the process and a power loss (see `durability`). Several processes can open the
 * file: of two changes of the same revision, exactly one succeeds. Calls are synchronous internally, so a lock of
 * another process blocks this process for up to `busyTimeoutMs`.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`. Calls reject with `STORE_FAILED` if the file is locked, read-only,
 *   damaged, of another program or of a newer version of Precept, or if the disk is full.
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
  return observeStore(new SqliteStore(open, completeOptions(options)), "sqlite");
}

class SqliteStore implements RuleStore {
  readonly id: string;
  readonly #open: OpenDriver;
  readonly #options: CompleteOptions;
  readonly #feed: ChangeFeed;
  readonly #follower: Follower;
  readonly #health: StoreHealth;
  readonly #usage: UsageCounter;
  readonly #searcher: RuleSearcher;
  #driver: GuardedDriver | undefined;
  #capabilities: StoreCapabilities | undefined;
  #stopWatching: (() => void) | undefined;
  #closed = false;

  constructor(open: OpenDriver, options: CompleteOptions) {
    const { id, readOnly } = options;
    this.id = id;
    this.#open = open;
    this.#options = options;
    this.#feed = new ChangeFeed("", options.onListenerError);
    this.#follower = new Follower(this.#feed, id);
    this.#health = new StoreHealth(() => this.#feed.publishState());
    this.#usage = new UsageCounter(() => this.#openDriver());
    this.#searcher = new RuleSearcher((signal) => this.#access(signal), options);
    const { save, delete: remove, writeMany, apply, recordUse, usage } = createUnsupportedOperations(id);
    if (readOnly) Object.assign(this, { save, delete: remove, writeMany, apply, recordUse, usage, pruneHistory: remove });
  }

  get capabilities(): StoreCapabilities {
    const { readOnly } = this.#options;
    // Not in the constructor, because this loads SQLite.
    this.#capabilities ??= {
      write: !readOnly,
      search: supportsFts5(this.#open),
      history: true,
      usage: !readOnly,
      transactions: !readOnly,
      positions: true,
      orderedIds: true,
      ruleCursors: true,
      cycleChecks: true,
    };
    return this.#capabilities;
  }

  async *list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    yield* listRules(() => this.#access(options.signal), this.id, options);
  }

  async *listIds(options: ListOptions = {}): ReturnType<RuleStore["listIds"]> {
    yield* listIds(() => this.#access(options.signal), options);
  }

  async get(id: string, { signal, tenant }: ReadOptions = {}): Promise<StoredRule | undefined> {
    const row = readCurrent(this.#access(signal), id, tenant);
    return row === undefined ? undefined : storedOf(row, this.id);
  }

  async getMany(ids: readonly string[], { signal, tenant }: ReadOptions = {}): Promise<ReadonlyMap<string, StoredRule>> {
    return readMany(this.#access(signal), ids, this.id, tenant);
  }

  async etag({ signal }: Cancellable = {}): Promise<string> {
    return readPosition(this.#access(signal)).token;
  }

  async changesSince(
    ...[token, { filter = {}, signal } = {}]: Parameters<RuleStore["changesSince"]>
  ): ReturnType<RuleStore["changesSince"]> {
    const { records, token: now } = changesSince(this.#access(signal), token, this.id, filter);
    if (records === undefined) return { kind: "reset", token: now };
    return { kind: "changed", after: token, token: now, ...selectChanges(records, filter) };
  }

  async hasReached(position: string, { signal }: Cancellable = {}): Promise<boolean> {
    return hasReached(this.#access(signal), position, this.id);
  }

  async save(rule: Rule, { signal, ...options }: SaveOptions = {}): Promise<StoredRule> {
    const [saved] = await this.apply([{ kind: "save", rule, ...options }], { signal });
    return saved as StoredRule;
  }

  async delete(...[id, { revision, signal } = {}]: Parameters<RuleStore["delete"]>): Promise<boolean> {
    const [deleted] = this.#write([{ kind: "delete", id, revision }], signal, (write) => write());
    return deleted?.kind === "deleted" && deleted.existed;
  }

  async apply(writes: readonly RuleWrite[], { signal }: Cancellable = {}): Promise<readonly StoredRule[]> {
    const results = this.#write(writes, signal, (write) => write());
    return savedRules(writes, results);
  }

  async writeMany(writes: readonly RuleWrite[], { signal }: Cancellable = {}): ReturnType<RuleStore["writeMany"]> {
    const driver = this.#access(signal);
    return this.#write(writes, signal, (write) => writeInSavepoint(driver, write));
  }

  async *history(...[id, options = {}]: Parameters<RuleStore["history"]>): ReturnType<RuleStore["history"]> {
    yield* listRevisions(() => this.#access(options.signal), this.id, id, options);
  }

  async pruneHistory(...[options]: Parameters<RuleStore["pruneHistory"]>): Promise<number> {
    return pruneRevisions(() => this.#access(options.signal), this.#options, options);
  }

  async recordUse(...[use, { signal } = {}]: Parameters<RuleStore["recordUse"]>): Promise<void> {
    this.#access(signal);
    this.#usage.record(use);
  }

  async usage(ids: readonly string[], { signal }: Cancellable = {}): ReturnType<RuleStore["usage"]> {
    this.#access(signal);
    return this.#usage.read(ids);
  }

  async search(...[query, options = {}]: Parameters<RuleStore["search"]>): ReturnType<RuleStore["search"]> {
    return this.#searcher.search(query, options);
  }

  async reload({ signal }: Cancellable = {}): Promise<void> {
    this.#catchUp(this.#access(signal));
  }

  diagnostics(): readonly Diagnostic[] {
    return [];
  }

  state(): StoreState {
    return this.#health.state;
  }

  subscribe(...args: Parameters<RuleStore["subscribe"]>): () => void {
    if (!this.#closed && !this.#feed.hasListeners) this.#startFollowing();
    return this.#feed.subscribe(...args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#feed.close();
    this.#stopWatching?.();
    await this.#searcher.close();
    try {
      this.#usage.flush();
    } finally {
      this.#usage.close();
      if (this.#driver !== undefined) closeDatabase(this.#driver, this.#options);
    }
  }

  #write<Result>(
    writes: readonly RuleWrite[],
    signal: CancelSignal | undefined,
    attempt: (write: () => Written) => Result,
  ): readonly Result[] {
    const driver = this.#access(signal);
    const results = this.#follower.write(driver, () => writeAll(driver, writes, this.#options, attempt));
    this.#searcher.embedChanges();
    return results;
  }

  #access(signal: CancelSignal | undefined): GuardedDriver {
    if (this.#closed) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
    return this.#openDriver();
  }

  #openDriver(): GuardedDriver {
    if (this.#driver !== undefined) return this.#driver;
    // Assigned first, because a listener of the state may call the store.
    const driver = this.#health.run("failed", () => (this.#driver = this.#openIndexed()));
    // These subscribers do not know a position yet.
    if (this.#feed.hasListeners) this.#follower.start(driver);
    return driver;
  }

  #openIndexed(): GuardedDriver {
    const driver = openDatabase(this.#open, this.#options);
    try {
      return withSearchIndex(driver, this.#options);
    } catch (error) {
      driver.close();
      throw error;
    }
  }

  /** Opens the file in the background. Does not wait for locks of other processes, which would block this process. */
  #openLater(): GuardedDriver {
    try {
      closeDatabase(openDatabase(this.#open, { ...this.#options, busyTimeoutMs: 0 }), this.#options);
    } catch (error) {
      if (isBusy(error)) throw error;
    }
    return this.#openDriver();
  }

  /** Starts to follow changes. Ignores errors of opening the file, which the state and the next call report. */
  #startFollowing(): void {
    try {
      this.#follower.start(this.#openDriver());
    } catch {
      // `#openDriver` starts to follow when the file can be opened.
    }
    const { watch, path, pollMs } = this.#options;
    if (watch) this.#stopWatching ??= watchDatabase({ path, pollMs, poll: () => this.#poll() });
  }

  /** Publishes the writes of other processes. */
  #catchUp(driver: GuardedDriver): void {
    this.#health.run("stale", () => {
      driver.assertSameFile("its rules are out of date");
      this.#follower.poll(driver);
    });
  }

  #poll(): void {
    if (!this.#feed.hasListeners) return;
    try {
      this.#catchUp(this.#driver ?? this.#openLater());
    } catch {
      // The state has the error, which calls report. The next poll tries again.
    }
  }
}
