import { reportWatchFailure } from "@precept/files";
import {
  createRule,
  findReplacementCycle,
  frozenCopy,
  isVisibleTo,
  listStored,
  listStoredIds,
  PreceptError,
  createUnsupportedOperations,
  assertUniqueName,
  writeEach,
  type Cancellable,
  type CancelSignal,
  type Diagnostic,
  type ListOptions,
  type ReadOptions,
  type Rule,
  type RuleStore,
  type RuleWrite,
  type SaveOptions,
  type SearchedRules,
  type StoreCapabilities,
  type StoredRule,
  type StoreState,
} from "@precept/core";
import { observeStore } from "@precept/telemetry";
import { loadRoots, type LoadOptions } from "./load.ts";
import type { LoadRecord } from "./load-record.ts";
import { Publisher, readState } from "./publisher.ts";
import { rescan } from "./rescan.ts";
import { resolveRoots, type StoreRoots } from "./resolved-root.ts";
import type { FsStoreOptions } from "./options.ts";
import { asStored, RuleFileCache } from "./rule-file-cache.ts";
import { StoreSearches } from "./store-searches.ts";
import type { RootWatcher } from "./watch.ts";
import { withNameLock, writeDeletion, writeNew, writeOver, type WrittenFile } from "./write-rule.ts";

/** The positions of diagnostics that belong to no root: before those of the roots, which are numbered from 0. */
const watchListing = -2;
const noticeListing = -1;

/**
 * Creates a store over directories of rule files. The files are read on the first call.
 *
 * @example
 * ```ts
 * import { createRulebook } from "@precept/core";
 * import { cursor } from "@precept/mdc-compat";
 * import { createFsStore } from "@precept/store-fs";
 *
 * await using rules = createFsStore({ roots: [{ dir: ".cursor/rules", codec: cursor }] });
 * await using rulebook = createRulebook({ stores: [rules] });
 * const { prompt } = await rulebook.resolve({ files: ["src/cart.tsx"] });
 * ```
 */
export function createFsStore(options: FsStoreOptions): RuleStore {
  return observeStore(new FsStore(options), "fs");
}

class FsStore implements RuleStore {
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  readonly apply: RuleStore["apply"];
  readonly history: RuleStore["history"];
  readonly pruneHistory: RuleStore["pruneHistory"];
  readonly search: RuleStore["search"];
  readonly recordUse: RuleStore["recordUse"];
  readonly usage: RuleStore["usage"];
  readonly hasReached: RuleStore["hasReached"];
  readonly #options: Omit<FsStoreOptions, "previous">;
  readonly #roots: StoreRoots;
  readonly #cache = new RuleFileCache();
  readonly #publisher: Publisher;
  readonly #searches: StoreSearches;
  /** Released after the first load, so that replaced stores do not form a chain. */
  #previous: RuleStore | undefined;
  #loading: Promise<void> | undefined;
  /** The error of the last load. */
  #failure: unknown;
  #watcher: RootWatcher | undefined;
  #turns: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: FsStoreOptions) {
    this.id = options.id ?? "fs";
    this.capabilities = {
      write: options.readOnly !== true,
      search: false,
      history: false,
      usage: false,
      transactions: false,
      // Each process numbers the changes that it notices.
      positions: false,
      orderedIds: true,
      ruleCursors: true,
      // Rejects the cycles that it sees. Editors and other processes can write files that form one.
      cycleChecks: false,
    };
    const { previous, ...others } = options;
    this.#options = others;
    this.#previous = previous;
    this.#roots = resolveRoots(options, this.id);
    this.#cache.setListing(noticeListing, options.notices ?? []);
    this.#publisher = new Publisher(this.id, this.#cache, options.onListenerError);
    this.#searches = new StoreSearches(this.#roots, this.#cache, () => this.#publisher.token);
    ({
      apply: this.apply,
      history: this.history,
      pruneHistory: this.pruneHistory,
      search: this.search,
      recordUse: this.recordUse,
      usage: this.usage,
      hasReached: this.hasReached,
    } = createUnsupportedOperations(this.id));
  }

  async *list(options: ListOptions = {}): AsyncIterable<StoredRule> {
    await this.#load(options.signal);
    yield* listStored(this.#cache.rules.map(asStored), options, () => this.#enter(options.signal));
  }

  async *listIds(options: ListOptions = {}): ReturnType<RuleStore["listIds"]> {
    yield* listStoredIds(this.list(options));
  }

  async searchedRules({ signal }: Cancellable = {}): Promise<readonly SearchedRules[] | undefined> {
    this.#enter(signal);
    const { cache, watch = false } = this.#options;
    if (cache === undefined || watch || this.#previous !== undefined) return undefined;
    if (this.#loading === undefined) this.#searches.begin(cache, (record) => this.#startLoading(record));
    return this.#searches.current();
  }

  async get(id: string, { signal, tenant }: ReadOptions = {}): Promise<StoredRule | undefined> {
    await this.#load(signal);
    return this.#storedWith(id, tenant);
  }

  async getMany(ids: readonly string[], { signal, tenant }: ReadOptions = {}): Promise<ReadonlyMap<string, StoredRule>> {
    const wanted = [...ids];
    await this.#load(signal);
    const found = wanted.flatMap((id) => this.#storedWith(id, tenant) ?? []);
    return new Map(found.map((stored) => [stored.rule.id, stored]));
  }

  async etag({ signal }: Parameters<RuleStore["etag"]>[0] = {}): Promise<string> {
    await this.#load(signal);
    return this.#publisher.token;
  }

  async changesSince(...[token, options = {}]: Parameters<RuleStore["changesSince"]>): ReturnType<RuleStore["changesSince"]> {
    await this.#load(options.signal);
    return this.#publisher.changesSince(token, options);
  }

  async save(rule: Rule, { signal, ...options }: SaveOptions = {}): Promise<StoredRule> {
    // Copied before the first await, because the caller may change the rule afterwards.
    const checked = createRule(frozenCopy(rule));
    return this.#write(signal, async () => {
      this.#refuseCycle(checked);
      const { uniqueName = false, upsert = false, revision } = options;
      const isNew = upsert ? this.#cache.withId(checked.id)?.rule === undefined : revision === undefined;
      const read = await (uniqueName && isNew ? this.#createUnique(checked, options) : this.#writeRule(checked, options));
      this.#cache.set(read);
      this.#publish();
      return asStored(this.#cache.at(read.root, read.found.path)?.rule ?? read.rule);
    });
  }

  async delete(id: string, { revision, signal }: Parameters<RuleStore["delete"]>[1] = {}): Promise<boolean> {
    return this.#write(signal, async () => {
      const file = this.#cache.withId(id);
      if (file?.rule === undefined) {
        if (revision !== undefined) throw conflict(id, revision, undefined);
        return false;
      }
      const existed = await writeDeletion(file, revision);
      this.#cache.remove(file);
      await this.#cache.creationTimes.forget(file);
      this.#publish();
      return existed;
    });
  }

  async writeMany(
    writes: readonly RuleWrite[],
    options: Parameters<RuleStore["writeMany"]>[1] = {},
  ): ReturnType<RuleStore["writeMany"]> {
    const copies = frozenCopy(writes);
    await this.#load(options.signal);
    this.#assertWritable();
    return writeEach(this, copies, options);
  }

  async reload({ signal }: Parameters<RuleStore["reload"]>[0] = {}): Promise<void> {
    await this.#load(signal);
    await this.#inTurn(async () => {
      this.#enter(signal);
      await this.#reloadRoots(signal);
    });
  }

  diagnostics(): readonly Diagnostic[] {
    const [read, { diagnostics: unread }] = [this.#cache.diagnostics, this.#searches];
    return unread.length === 0 ? read : [...read, ...unread];
  }

  state(): StoreState {
    return readState(this.id, this.#cache, this.#failure);
  }

  subscribe(...[listener, options]: Parameters<RuleStore["subscribe"]>): () => void {
    return this.#publisher.subscribe(listener, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#publisher.close();
    await this.#watcher?.close();
    await this.#turns;
  }

  #enter(signal: CancelSignal | undefined): void {
    if (this.#closed) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
  }

  async #load(signal: CancelSignal | undefined): Promise<void> {
    this.#enter(signal);
    if (this.#loading === undefined) this.#searches.end();
    await this.#startLoading();
    this.#enter(signal);
  }

  /** @param record receives what the result of the load depends on. */
  #startLoading(record?: LoadRecord): Promise<void> {
    this.#loading ??= this.#open(record).then(
      () => this.#onLoaded(undefined),
      (error: unknown) => {
        this.#loading = undefined;
        this.#onLoaded(error);
        throw error;
      },
    );
    return this.#loading;
  }

  #onLoaded(failure: unknown): void {
    this.#failure = failure;
    this.#publisher.publishLoad(failure);
    if (failure === undefined) this.#cache.recordChanges();
  }

  /** Starts watching before reading, so that no change is missed. */
  async #open(record: LoadRecord | undefined): Promise<void> {
    if (this.#options.watch === true) {
      // Loaded on demand: most programs do not watch.
      const { RootWatcher: Watcher } = await import("./watch.ts");
      this.#watcher = new Watcher((paths) => this.#onChange(paths), this.#options.watchBackend ?? "events");
      if (this.#closed) await this.#watcher.close();
    }
    if (this.#previous instanceof FsStore) this.#cache.adopt(this.#previous.#cache, this.#roots.roots);
    this.#previous = undefined;
    await this.#read({ remembered: this.#options.cache, record });
    this.#cache.forgetReplaced();
  }

  async #read(options: Pick<LoadOptions, "signal" | "remembered" | "record">): Promise<void> {
    const { onProgress } = this.#options;
    await loadRoots(this.#roots, this.#cache, { ...options, watcher: this.#watcher, onProgress });
    this.#cache.setListing(watchListing, reportWatchFailure(this.#watcher?.failure));
  }

  #publish(): void {
    this.#publisher.publish(this.#failure);
  }

  async #onChange(paths: ReadonlySet<string>): Promise<void> {
    await this.#loading;
    await this.#inTurn(async () => {
      for await (const _ of rescan(paths, this.#roots, this.#cache, this.#watcher)) {
        if (this.#closed) return;
        this.#cache.setListing(watchListing, reportWatchFailure(this.#watcher?.failure));
        this.#publish();
      }
    });
  }

  /** Runs reads and writes one after the other, so that an earlier result never replaces a later one. */
  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.then(task);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async #write<Result>(signal: CancelSignal | undefined, task: () => Promise<Result>): Promise<Result> {
    await this.#load(signal);
    this.#assertWritable();
    return this.#inTurn(async () => {
      this.#enter(signal);
      return task();
    });
  }

  async #reloadRoots(signal?: CancelSignal): Promise<void> {
    await this.#read({ signal });
    this.#enter(undefined);
    this.#publish();
  }

  async #writeRule(rule: Rule, { revision, upsert }: SaveOptions, beforeRename?: () => void): Promise<WrittenFile> {
    const file = this.#cache.withId(rule.id);
    const { creationTimes } = this.#cache;
    if (file?.rule !== undefined) {
      if (file.declaresCreation !== true) await creationTimes.record(file, file.rule.createdAt);
      return writeOver(rule, file, upsert === true ? "any" : { revision });
    }
    if (revision !== undefined && upsert !== true) throw conflict(rule.id, revision, undefined);
    const written = await writeNew(rule, this.#roots, this.#cache, beforeRename);
    // An earlier file at the path can have been deleted by another program.
    await creationTimes.forget(written);
    return written;
  }

  async #createUnique(rule: Rule, options: SaveOptions): Promise<WrittenFile> {
    return withNameLock(rule, this.#roots, async ({ assertHeld }) => {
      // Another process may have created a rule since the files were read.
      await this.#reloadRoots();
      const isNew = this.#cache.withId(rule.id)?.rule === undefined;
      if (isNew || options.upsert !== true) assertUniqueName(rule, this.#cache.rules);
      return this.#writeRule(rule, options, assertHeld);
    });
  }

  #storedWith(id: string, tenant: ReadOptions["tenant"]): StoredRule | undefined {
    const rule = this.#cache.withId(id)?.rule;
    return rule === undefined || (tenant !== undefined && !isVisibleTo(rule, tenant)) ? undefined : asStored(rule);
  }

  #assertWritable(): void {
    if (!this.capabilities.write) throw new PreceptError("STORE_CAPABILITY_MISSING", { store: this.id, capability: "write" });
  }

  #refuseCycle(rule: Rule): void {
    const cycle = findReplacementCycle(rule, (id) => this.#cache.withId(id)?.rule);
    if (cycle === undefined) return;
    const problem = `replaces: the rule would replace itself (${cycle.join(" → ")})`;
    throw new PreceptError("RULE_INVALID", { name: rule.name, reasons: [problem] });
  }
}

function conflict(id: string, expected: string, actual: string | undefined): PreceptError {
  return new PreceptError("RULE_CONFLICT", { id, expected, actual: actual ?? "none" });
}
