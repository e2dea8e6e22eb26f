import {
  ChangeFeed,
  createUnsupportedOperations,
  frozenCopy,
  PreceptError,
  readPage,
  savedRules,
  selectChanges,
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
  type SearchQuery,
  type SearchResult,
  type StoreCapabilities,
  type StoredRule,
  type StoreState,
  type Written,
} from "@precept/core";
import { observeStore } from "@precept/telemetry";
import { changesSince, hasReached, readPosition } from "./changes.ts";
import { openDatabase, type Database, type Queries } from "./database.ts";
import { storeFailed } from "./failure.ts";
import { Follower } from "./follower.ts";
import { listIds, listRevisions, listRules } from "./list.ts";
import { migrate } from "./migrate.ts";
import { searchFormat } from "./migrations.ts";
import { completeOptions, type CompleteOptions, type PostgresStoreOptions } from "./options.ts";
import { pruneRevisions } from "./prune.ts";
import { readMany, readOne } from "./read.ts";
import { SearchIndex } from "./search/search-index.ts";
import { searchWords } from "./search/search-words.ts";
import { Vocabulary } from "./search/vocabulary.ts";
import { readUsage, recordUse } from "./usage.ts";
import { Watcher } from "./watcher.ts";
import { allOrNone, channelOf, eachAlone, writeAll } from "./write.ts";

/**
 * Creates a store of rules, their history and their usage in PostgreSQL 14 or newer, for any number of servers. The first call
 * connects and creates the tables; if that fails, the next call tries again.
 *
 * A completed write survives the end of every process, and a power loss if the server is set up for it. Of two changes of one
 * revision, exactly one succeeds. Positions are in the order in which changes become visible, so `changesSince` misses none.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`. Calls reject with `STORE_FAILED` if the server cannot be reached or is busy, if
 *   the user may not do what is needed, or if a newer version of Precept changed the tables.
 *
 * @example
 * ```ts
 * import { createRule } from "@precept/core";
 * import { createPostgresStore } from "@precept/store-postgres";
 *
 * await using store = createPostgresStore({ url: "postgres://precept@localhost:5432/rules" });
 * await store.save(createRule({ id: "style", name: "style", content: "Use gofmt." }));
 * ```
 */
export function createPostgresStore(options: PostgresStoreOptions): RuleStore {
  return observeStore(new PostgresStore(completeOptions(options)), "postgresql");
}

class PostgresStore implements RuleStore {
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  readonly #options: CompleteOptions;
  readonly #database: Database;
  readonly #feed: ChangeFeed;
  readonly #follower: Follower;
  readonly #health: StoreHealth;
  readonly #index: SearchIndex;
  readonly #vocabulary = new Vocabulary();
  readonly #running = new Set<Promise<unknown>>();
  /** The version of the tables. */
  #format = 0;
  #opening: Promise<void> | undefined;
  #watcher: Watcher | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: CompleteOptions) {
    const { id, readOnly } = options;
    this.id = id;
    this.#options = options;
    this.#database = openDatabase(options);
    this.#feed = new ChangeFeed("", options.onListenerError);
    this.#follower = new Follower(this.#feed, id);
    this.#index = new SearchIndex(options);
    this.#health = new StoreHealth(() => this.#feed.publishState());
    this.capabilities = {
      write: !readOnly,
      search: options.search,
      meaning: false,
      history: true,
      usage: !readOnly,
      transactions: !readOnly,
      positions: true,
      orderedIds: true,
      ruleCursors: true,
      cycleChecks: true,
    };
    const { search, save, delete: remove, writeMany, apply, recordUse: record, usage } = createUnsupportedOperations(id);
    if (!options.search) Object.assign(this, { search });
    if (readOnly) {
      Object.assign(this, { save, delete: remove, writeMany, apply, recordUse: record, usage, pruneHistory: remove });
    }
  }

  async *list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    yield* listRules(() => this.#access(options.signal), this.id, options);
  }

  async *listIds(options: ListOptions = {}): ReturnType<RuleStore["listIds"]> {
    yield* listIds(() => this.#access(options.signal), options);
  }

  get(id: string, { signal, tenant }: ReadOptions = {}): Promise<StoredRule | undefined> {
    return this.#run(signal, (database) => readOne(database, id, { ...this.#reading, tenant, signal }));
  }

  getMany(ids: readonly string[], { signal, tenant }: ReadOptions = {}): Promise<ReadonlyMap<string, StoredRule>> {
    const wanted = [...ids];
    return this.#run(signal, (database) => readMany(database, wanted, { ...this.#reading, tenant, signal }));
  }

  etag({ signal }: Cancellable = {}): Promise<string> {
    return this.#run(signal, async (database) => (await readPosition(database, signal)).token);
  }

  changesSince(
    ...[token, { filter = {}, signal } = {}]: Parameters<RuleStore["changesSince"]>
  ): ReturnType<RuleStore["changesSince"]> {
    return this.#run(signal, async (database) => {
      const { records, end } = await changesSince(database, token, { store: this.id, filter, signal });
      if (records === undefined) return { kind: "reset", token: end.token };
      return { kind: "changed", after: token, token: end.token, ...selectChanges(records, filter) };
    });
  }

  hasReached(position: string, { signal }: Cancellable = {}): Promise<boolean> {
    return this.#run(signal, (database) => hasReached(database, position, this.id, signal));
  }

  async save(rule: Rule, { signal, ...options }: SaveOptions = {}): Promise<StoredRule> {
    const [saved] = await this.apply([{ kind: "save", rule, ...options }], { signal });
    return saved as StoredRule;
  }

  async delete(...[id, { revision, signal } = {}]: Parameters<RuleStore["delete"]>): Promise<boolean> {
    const [deleted] = await this.#write([{ kind: "delete", id, revision }], signal, allOrNone);
    return deleted?.kind === "deleted" && deleted.existed;
  }

  async apply(writes: readonly RuleWrite[], { signal }: Cancellable = {}): Promise<readonly StoredRule[]> {
    const copied = frozenCopy(writes);
    return savedRules(copied, await this.#write(copied, signal, allOrNone));
  }

  writeMany(writes: readonly RuleWrite[], { signal }: Cancellable = {}): ReturnType<RuleStore["writeMany"]> {
    return this.#write(writes, signal, eachAlone);
  }

  async *history(...[id, options = {}]: Parameters<RuleStore["history"]>): ReturnType<RuleStore["history"]> {
    yield* listRevisions(() => this.#access(options.signal), this.id, id, options);
  }

  async pruneHistory(...[options]: Parameters<RuleStore["pruneHistory"]>): Promise<number> {
    return pruneRevisions(() => this.#access(options.signal), options);
  }

  recordUse(...[use, { signal } = {}]: Parameters<RuleStore["recordUse"]>): Promise<void> {
    return this.#run(signal, (database) => recordUse(database, use));
  }

  usage(ids: readonly string[], { signal }: Cancellable = {}): ReturnType<RuleStore["usage"]> {
    return this.#run(signal, (database) => readUsage(database, ids));
  }

  reload({ signal }: Cancellable = {}): Promise<void> {
    return this.#run(signal, (database) => this.#catchUp(database));
  }

  search(query: SearchQuery, { signal }: Cancellable = {}): Promise<SearchResult> {
    return this.#run(signal, async (database) => {
      readPage(query);
      const { mode = "hybrid", filter = {} } = query;
      if (mode === "dense") throw new PreceptError("SEARCH_MODE_UNAVAILABLE", { mode });
      if (this.#format < searchFormat)
        throw storeFailed(this.id, "its tables are of an older version; write once to update them");
      await this.#index.catchUp(database, signal);
      const read = (queries: Queries) => searchWords(queries, query, { store: this.id, vocabulary: this.#vocabulary });
      const found = await database.snapshot(read, { signal, tenant: filter.tenant });
      return { ...found, modeUsed: "sparse", ...(mode === "hybrid" && { degraded: "no_embedder" }) };
    });
  }

  diagnostics(): readonly Diagnostic[] {
    return [];
  }

  state(): StoreState {
    return this.#health.state;
  }

  subscribe(...args: Parameters<RuleStore["subscribe"]>): () => void {
    const unsubscribe = this.#feed.subscribe(...args);
    if (this.#options.watch && this.#closing === undefined) this.#watch();
    return unsubscribe;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#feed.close();
    this.#watcher?.stop();
    // Calls that have begun end, so that none reports a write as failed that happened.
    await Promise.allSettled(this.#running);
    await this.#index.close();
    await this.#database.close();
  }

  async #write<Result extends Written | { readonly kind: "rejected" }>(
    writes: readonly RuleWrite[],
    signal: CancelSignal | undefined,
    attempt: Parameters<typeof writeAll<Result>>[3],
  ): Promise<readonly Result[]> {
    // Copied now, because the caller may change the rules while the store is opened.
    const copied = frozenCopy(writes);
    return this.#run(signal, async (database) => {
      const { results, records, position } = await writeAll(database, copied, this.#options, attempt, signal);
      if (position === undefined) return results;
      if (this.capabilities.search) this.#index.update(database);
      await this.#follower.publish(database, records, position);
      return results;
    });
  }

  get #reading(): { readonly store: string; readonly format: number } {
    return { store: this.id, format: this.#format };
  }

  /** Runs a call on the open database. The end of the store waits for it. */
  #run<Result>(signal: CancelSignal | undefined, work: (database: Database) => Promise<Result>): Promise<Result> {
    const running = this.#access(signal).then(work);
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  async #access(signal: CancelSignal | undefined): Promise<Database> {
    if (this.#closing !== undefined) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
    this.#opening ??= this.#open();
    try {
      await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      this.#health.state = { status: "failed", error };
      throw error;
    }
    signal?.throwIfAborted();
    return this.#database;
  }

  async #open(): Promise<void> {
    this.#format = await migrate(this.#database, this.#options);
    await this.#follower.start(this.#database);
    this.#health.state = { status: "ready" };
    // What older versions wrote.
    if (this.capabilities.search) this.#index.update(this.#database);
  }

  async #catchUp(database: Database): Promise<void> {
    try {
      await this.#follower.catchUp(database);
      this.#health.state = { status: "ready" };
    } catch (error) {
      this.#health.state = { status: "stale", error };
      throw error;
    }
  }

  #watch(): void {
    this.#watcher ??= new Watcher(this.#database, channelOf(this.#options), this.#options.pollMs, async () => {
      if (this.#feed.hasListeners) await this.reload();
    });
  }
}
