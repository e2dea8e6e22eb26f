import { PreceptError } from "../model/error.ts";
import type { StoreState } from "../model/store-state.ts";
import { tenantKey, visibleOwners, type Tenant } from "../model/tenant.ts";
import type { CancelSignal, Cancellable } from "../ports/cancellable.ts";
import { getManyStored, listStored, listStoredIds } from "../ports/store-parts.ts";
import { Listeners } from "../ports/listeners.ts";
import type { RuleFilter } from "../ports/rule-filter.ts";
import type { SearchQuery } from "../ports/rule-search.ts";
import type {
  DeleteOptions,
  HistoryOptions,
  ListOptions,
  PruneOptions,
  ReadOptions,
  RuleStore,
  RuleUse,
  RuleWrite,
  RuleWriteResult,
  SaveOptions,
  StoreCapabilities,
  StoreStateChange,
  SubscribeOptions,
} from "../ports/rule-store.ts";
import type { StoredRule } from "../ports/stored-rule.ts";
import type { Rule } from "../model/rule.ts";
import type { HeldRules } from "./held-rules.ts";
import { CacheCounters, type CacheMetrics } from "./metrics.ts";
import type { CachedStoreOptions } from "./options.ts";
import { RecentlyUsed } from "./recently-used.ts";
import { StoreMirror } from "./store-mirror.ts";

const defaultMaxRules = 1_000;
const defaultTtlMs = 5 * 60_000;
const defaultRecheckMs = 30_000;

/** For how many milliseconds after a failure reads do not ask the store, so that they do not wait for each failure. */
const restMs = 1000;

/** A store with a cache. */
export interface CachedStore extends RuleStore {
  /** What the cache did since the store was created. */
  metrics(): CacheMetrics;
  /** Reads the rules of tenants, so that their first request finds them in memory. */
  warmUp(tenants: readonly Tenant[], options?: Cancellable): Promise<void>;
}

/**
 * Caches the rules of a store, for example of one on another machine. Disposal disposes of the store, but not of the
 * second layer.
 *
 * All rules of a project and a user are cached as one snapshot. `list` and `listIds` with a `tenant` or an `owner` in
 * their filter, and `get` and `getMany` with a `tenant`, are answered from the snapshots in memory, whatever the other
 * fields of the filter are. All other reads, and those with `bypassCache`, go to the store.
 *
 * - A read includes every write that this store acknowledged before, and everything that an earlier read, event or
 *   search of this store returned.
 * - A change by another process is visible when its event arrives, and after `recheckMs` at the latest.
 * - A listing has the rules as they were at one point in time.
 * - If the store fails, rules in memory are returned, `state` is `stale` with the error, and `metrics` counts the
 *   answer. Rules that are not in memory, or that are older than what this store returned or wrote before, are not
 *   returned: the read fails with the error of the store.
 *
 * Cached listings are in the order of ids. If the store has another order, their cursors cannot be used with
 * `bypassCache`, and the other way round. Aborting a read does not abort the call of the store that other reads share;
 * the aborted read rejects when that call ends.
 *
 * @example
 * ```ts
 * import { cachedStore, createMemoryStore } from "@precept/core";
 *
 * await using store = cachedStore(createMemoryStore(), { now: () => performance.now(), warmUp: [{ userId: "ada" }] });
 * ```
 */
export function cachedStore(store: RuleStore, options: CachedStoreOptions): CachedStore {
  return new StoreWithCache(store, options);
}

class StoreWithCache implements CachedStore {
  readonly id: string;
  readonly capabilities: StoreCapabilities;
  readonly #store: RuleStore;
  readonly #counters = new CacheCounters();
  readonly #mirror: StoreMirror;
  readonly #held: RecentlyUsed<HeldRules>;
  readonly #stateListeners: Listeners<StoreStateChange>;
  #closed = false;

  constructor(
    store: RuleStore,
    { now, l1 = {}, l2, recheckMs = defaultRecheckMs, warmUp = [], onListenerError }: CachedStoreOptions,
  ) {
    this.id = store.id;
    this.capabilities = store.capabilities;
    this.#store = store;
    this.#stateListeners = new Listeners(onListenerError);
    const counters = this.#counters;
    this.#held = new RecentlyUsed({
      maxCost: l1.maxRules ?? defaultMaxRules,
      costOf: ({ size }) => size,
      isRemovable: ({ pins }) => pins === 0,
      onRemove: (held) => {
        counters.evictions += 1;
        this.#mirror.release(held);
      },
    });
    this.#mirror = new StoreMirror(store, {
      counters,
      l2,
      now,
      recheckMs,
      ttlMs: l1.ttlMs ?? defaultTtlMs,
      restMs,
      onEvent: ({ kind }) => {
        if (kind === "changed") this.#held.evict();
      },
      onFailureChange: () => this.#stateListeners.emit({ kind: "state" }),
    });
    // The first read reports the error.
    if (warmUp.length > 0) this.warmUp(warmUp).catch(() => undefined);
  }

  async *list(options: ListOptions = {}) {
    const { filter = {}, signal } = options;
    const rules = await this.#cached(ownersOf(filter), options);
    const assertOpen = (): void => this.#assertOpen(signal);
    if (rules === undefined) yield* this.#seeAll(this.#store.list(options), ({ rule }) => rule.id);
    else if (this.#hasIdCursors) yield* listStored(rules, options, assertOpen);
    else for await (const stored of listStored(rules, options, assertOpen)) yield { ...stored, cursor: stored.rule.id };
  }

  async *listIds(options: ListOptions = {}) {
    const { filter = {} } = options;
    if (isCacheable(options) && ownersOf(filter) !== undefined) yield* listStoredIds(this.list(options));
    else {
      this.#assertOpen(options.signal);
      this.#counters.bypasses += 1;
      yield* this.#seeAll(this.#store.listIds(options), ({ id }) => id);
    }
  }

  async get(id: string, options: ReadOptions = {}) {
    const { tenant } = options;
    const rules = await this.#cached(tenant && visibleOwners(tenant), options);
    if (rules === undefined) {
      const found = await this.#store.get(id, options);
      this.#see(id, found?.revision);
      return found;
    }
    const stored = rules.find(({ rule }) => rule.id === id);
    return stored && this.#withoutListCursor(stored);
  }

  async getMany(ids: readonly string[], options: ReadOptions = {}) {
    // Copied, because the caller may change the list meanwhile.
    const wanted = [...ids];
    const { tenant } = options;
    const rules = await this.#cached(tenant && visibleOwners(tenant), options);
    if (rules === undefined) {
      const found = await this.#store.getMany(wanted, options);
      for (const id of wanted) this.#see(id, found.get(id)?.revision);
      return found;
    }
    const byId = new Map(rules.map((stored) => [stored.rule.id, this.#withoutListCursor(stored)]));
    return getManyStored(byId, wanted, tenant);
  }

  async etag(options: SubscribeOptions & Cancellable = {}) {
    const token = await this.#call(options, () => this.#store.etag(options));
    this.#mirror.feed.see(token);
    return token;
  }

  async changesSince(token: string, options: SubscribeOptions & Cancellable = {}) {
    const change = await this.#call(options, () => this.#store.changesSince(token, options));
    this.#mirror.feed.see(change.token);
    return change;
  }

  hasReached(position: string, options: Cancellable = {}) {
    return this.#call(options, () => this.#store.hasReached(position, options));
  }

  save(rule: Rule, options: SaveOptions = {}) {
    return this.#write(options, 1, () => this.#store.save(rule, options));
  }

  delete(id: string, options: DeleteOptions = {}) {
    return this.#write(options, 1, () => this.#store.delete(id, options));
  }

  apply(writes: readonly RuleWrite[], options: Cancellable = {}) {
    return this.#write(options, writes.length, () => this.#store.apply(writes, options));
  }

  writeMany(writes: readonly RuleWrite[], options: Cancellable = {}) {
    return this.#write(options, writes.length, () => this.#store.writeMany(writes, options));
  }

  async *history(id: string, options: HistoryOptions = {}) {
    this.#assertOpen(options.signal);
    let isFirst = true;
    for await (const revision of this.#store.history(id, options)) {
      if (isFirst) this.#see(id, revision.deleted ? undefined : revision.revision);
      isFirst = false;
      yield revision;
    }
  }

  pruneHistory(options: PruneOptions) {
    return this.#call(options, () => this.#store.pruneHistory(options));
  }

  recordUse(use: RuleUse, options: Cancellable = {}) {
    return this.#call(options, () => this.#store.recordUse(use, options));
  }

  usage(ids: readonly string[], options: Cancellable = {}) {
    return this.#call(options, () => this.#store.usage(ids, options));
  }

  async search(query: SearchQuery, options: Cancellable = {}) {
    const result = await this.#call(options, () => this.#store.search(query, options));
    for (const { stored } of result.hits) this.#see(stored.rule.id, stored.revision);
    return result;
  }

  async reload(options: Cancellable = {}) {
    await this.#call(options, () => this.#store.reload(options));
    this.#mirror.feed.requireCheck("seen");
  }

  diagnostics() {
    return this.#store.diagnostics();
  }

  state(): StoreState {
    const { feed, hasCurrent } = this.#mirror;
    if (feed.failure === undefined) return this.#store.state();
    return { status: hasCurrent ? "stale" : "failed", error: feed.failure.error };
  }

  subscribe(listener: Parameters<RuleStore["subscribe"]>[0], options?: SubscribeOptions) {
    const unsubscribe = this.#store.subscribe((event) => {
      // This subscription can be notified earlier than that of the cache.
      if (event.kind !== "state") this.#mirror.feed.see(event.token);
      // Returned, so that the store handles the error of an asynchronous listener.
      return listener(event);
    }, options);
    const stopState = this.#stateListeners.add(listener);
    return () => {
      unsubscribe();
      stopState();
    };
  }

  metrics() {
    const current = [...this.#held.values()].filter(({ isCurrent }) => isCurrent);
    return this.#counters.report({ rules: current.reduce((sum, { size }) => sum + size, 0), snapshots: current.length });
  }

  async warmUp(tenants: readonly Tenant[], { signal }: Cancellable = {}) {
    await Promise.all(tenants.map((tenant) => this.#cached(visibleOwners(tenant), { signal })));
  }

  async [Symbol.asyncDispose]() {
    this.#closed = true;
    this.#mirror.close();
    this.#stateListeners.clear();
    await this.#store[Symbol.asyncDispose]();
  }

  get #hasIdCursors(): boolean {
    return this.capabilities.orderedIds && this.capabilities.ruleCursors;
  }

  /** Returns the rules of owners, from memory if possible. Undefined if the store has to answer. */
  async #cached(owners: readonly Tenant[] | undefined, options: ReadOptions): Promise<readonly StoredRule[] | undefined> {
    this.#assertOpen(options.signal);
    const rules = owners === undefined || !isCacheable(options) ? undefined : await this.#read(owners);
    this.#assertOpen(options.signal);
    if (rules === undefined) this.#counters.bypasses += 1;
    return rules;
  }

  async #read(owners: readonly Tenant[]): Promise<readonly StoredRule[] | undefined> {
    const parts = owners.map((owner) => this.#held.use(tenantKey(owner), () => this.#mirror.hold(owner)));
    for (const held of parts) held.pins += 1;
    try {
      return await this.#mirror.read(parts);
    } finally {
      for (const held of parts) held.pins -= 1;
      this.#held.evict();
    }
  }

  async #call<Result>({ signal }: Cancellable, call: () => Promise<Result>): Promise<Result> {
    this.#assertOpen(signal);
    return call();
  }

  /** Writes to the store. Unless the events of all rules arrived before, the next read asks the store what changed. */
  async #write<Result extends Written>({ signal }: Cancellable, count: number, write: () => Promise<Result>): Promise<Result> {
    this.#assertOpen(signal);
    let saved: readonly StoredRule[] = [];
    try {
      const result = await write();
      saved = savedIn(result);
      return result;
    } finally {
      // Also after an error: a rejected write can mean a newer revision, and a failed one may have been performed.
      if (saved.length < count) this.#mirror.feed.requireCheck("seen");
      for (const { rule, revision } of saved) this.#see(rule.id, revision);
    }
  }

  /** Compares what the store returned directly with the rules in memory, so that a later cached read is not older. */
  #see(id: string, revision: string | undefined): void {
    // A missing rule is no proof either: its event may just be on its way.
    if (revision === undefined || this.#mirror.find(id)?.revision !== revision) this.#mirror.feed.requireCheck("seen");
  }

  async *#seeAll<Listed extends { readonly revision: string }>(
    listing: AsyncIterable<Listed>,
    idOf: (listed: Listed) => string,
  ): AsyncIterable<Listed> {
    const { feed, hasCurrent } = this.#mirror;
    try {
      for await (const listed of listing) {
        this.#see(idOf(listed), listed.revision);
        yield listed;
      }
    } finally {
      // A listing also shows which rules do not exist. Finding these by filter and limit would be expensive.
      feed.requireCheck("seen");
      // Now, so that the rules in memory can be used if the store fails later. The next read reports the error.
      if (hasCurrent) feed.confirm().catch(() => undefined);
    }
  }

  #withoutListCursor(stored: StoredRule): StoredRule {
    return this.capabilities.ruleCursors ? stored : { ...stored, cursor: "" };
  }

  #assertOpen(signal: CancelSignal | undefined): void {
    if (this.#closed) throw new PreceptError("STORE_CLOSED", { store: this.id });
    signal?.throwIfAborted();
  }
}

/** What writes return: a rule, whether a rule was deleted, or a list. */
type Written = StoredRule | boolean | readonly (StoredRule | RuleWriteResult)[];

function savedIn(written: Written): readonly StoredRule[] {
  if (typeof written === "boolean") return [];
  const all = "rule" in written ? [written] : written;
  return all.flatMap((one) => ("rule" in one ? [one] : one.kind === "saved" ? [one.stored] : []));
}

function isCacheable({ bypassCache = false }: Pick<ReadOptions, "bypassCache">): boolean {
  return !bypassCache;
}

/** The owners whose rules decide a listing. Undefined if any rule may be part of it. */
function ownersOf({ tenant, owner, status, projectId, userId }: RuleFilter): readonly Tenant[] | undefined {
  if (tenant !== undefined) return visibleOwners(tenant);
  if (owner === undefined) return undefined;
  // A rule of another owner can supersede one of these: see `statusTenant`.
  if (status === undefined) return [owner];
  return visibleOwners({ projectId: projectId ?? owner.projectId, userId: userId ?? owner.userId });
}
