import { PreceptError } from "../model/error.ts";
import { tenantKey, type Tenant } from "../model/tenant.ts";
import { passesFilter } from "../ports/rule-filter.ts";
import type { RuleStore, StoreChange, StoreEvent } from "../ports/rule-store.ts";
import type { StoredRule } from "../ports/stored-rule.ts";
import { FeedPosition } from "./feed-position.ts";
import { freezeStored, HeldRules, type HeldChange, type Snapshot } from "./held-rules.ts";
import type { CacheCounters } from "./metrics.ts";
import type { SharedLayerOptions } from "./options.ts";
import { SharedSnapshots, type PositionedSnapshot } from "./shared-snapshots.ts";

const maxAttempts = 3;

export interface StoreMirrorOptions {
  readonly counters: CacheCounters;
  /** The snapshots that processes share. Default: none. */
  readonly l2?: SharedLayerOptions | undefined;
  /** The clock, in milliseconds. Without it, the position never becomes too old. */
  readonly now?: (() => number) | undefined;
  /** After how many milliseconds a read asks the store for its position again. Default: never. */
  readonly recheckMs?: number;
  /** After how many milliseconds without an answer of the store all rules are read again. Default: never. */
  readonly ttlMs?: number;
  /** For how many milliseconds after a failure reads are answered from memory without asking the store. Default 0. */
  readonly restMs?: number;
  readonly onEvent?: (event: StoreEvent) => void;
  readonly onFailureChange?: () => void;
}

/**
 * Rules of a store in memory, by owner: the rules of a project and a user are read together when they are first needed.
 * All current rules are at one position of the store's feed. Events that follow the position are applied; after any
 * other event, the next reading asks the store what changed.
 *
 * Only the held rules are in memory: see `hold`. Concurrent readings of one owner are one call.
 */
export class StoreMirror {
  readonly store: RuleStore;
  readonly feed: FeedPosition;
  readonly counters: CacheCounters;
  readonly #held = new Set<HeldRules>();
  readonly #loading = new Map<HeldRules, Promise<void>>();
  readonly #shared: SharedSnapshots | undefined;
  readonly #unsubscribe: () => void;

  constructor(store: RuleStore, options: StoreMirrorOptions) {
    this.store = store;
    const { counters, l2, now, recheckMs, ttlMs, restMs, onEvent, onFailureChange } = options;
    this.counters = counters;
    this.#shared = l2 && new SharedSnapshots(l2, store.id, counters);
    this.feed = new FeedPosition({
      store,
      counters,
      now: now ?? (() => 0),
      recheckMs: recheckMs ?? Number.POSITIVE_INFINITY,
      ttlMs: ttlMs ?? Number.POSITIVE_INFINITY,
      restMs: restMs ?? 0,
      onChange: (change, isEvent) => this.#apply(change, isEvent),
      onReset: () => {
        for (const held of this.#held) held.invalidate();
      },
      onFailureChange: onFailureChange ?? (() => undefined),
    });
    // Subscribed before all other listeners, so that a read in a listener finds the change.
    this.#unsubscribe = store.subscribe((event) => {
      this.feed.receive(event);
      onEvent?.(event);
    });
  }

  /** The current rules of an owner are held from now on. They are empty until the first reading. */
  hold(owner: Tenant, onChange: (change: HeldChange) => void = () => undefined): HeldRules {
    const held = new HeldRules(owner, onChange);
    this.#held.add(held);
    return held;
  }

  /** Ends `hold`. The rules remain as they are, and do not change any more. */
  release(held: HeldRules): void {
    held.invalidate();
    this.#held.delete(held);
  }

  find(id: string): StoredRule | undefined {
    for (const held of this.#held) {
      const stored = held.isCurrent ? held.snapshot.get(id) : undefined;
      if (stored !== undefined) return stored;
    }
    return undefined;
  }

  /** Whether rules are held that a failing store can be answered from. */
  get hasCurrent(): boolean {
    for (const { isCurrent } of this.#held) if (isCurrent) return true;
    return false;
  }

  /**
   * Returns all rules of some owners at one point in time; undefined if the store changes too often. If it fails,
   * returns the rules in memory, unless the client has seen newer ones. @throws the error of the store.
   */
  async read(parts: readonly HeldRules[]): Promise<readonly StoredRule[] | undefined> {
    const { feed, counters } = this;
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        if (!(await feed.confirm())) continue;
        const missing = parts.filter(({ isCurrent }) => !isCurrent);
        if (attempt === 0) counters[missing.length === 0 ? "l1Hits" : "l1Misses"] += 1;
        await Promise.all(missing.map((held) => this.#load(held)));
        if (parts.every(({ isCurrent }) => isCurrent)) return rulesOf(parts);
      }
      return undefined;
    } catch (error) {
      if (!feed.allowsStale || PreceptError.is(error, "STORE_CLOSED") || parts.some(({ isCurrent }) => !isCurrent)) throw error;
      counters.staleAnswers += 1;
      return rulesOf(parts);
    }
  }

  /** Reads or updates the rules of an owner. They are not current afterwards if the store changes too often. */
  async update(held: HeldRules): Promise<void> {
    await this.feed.confirm();
    if (!held.isCurrent) await this.#load(held);
    if (!held.isCurrent) await this.#readUnordered(held);
  }

  /** Gives up the calls of the store that have not ended, so that the next reading starts new ones. */
  abandon(): void {
    this.#loading.clear();
    this.feed.abandon();
  }

  close(): void {
    this.#unsubscribe();
  }

  #apply({ saved, deleted }: StoreChange, isEvent: boolean): void {
    const byOwner = Map.groupBy(saved, ({ rule }) => tenantKey(rule));
    const savedIds = new Set(saved.map(({ rule }) => rule.id));
    const change = { saved: byOwner, ids: [...deleted, ...savedIds] };
    const changes = Array.from(this.#held, (held) => ({ held, ...held.apply(change, isEvent) }));
    // A rule can move between owners. For those who see both, it must not be deleted last.
    for (const { held, deleted: gone } of changes) {
      held.publish({ saved: [], deleted: gone.filter((id) => savedIds.has(id)) });
    }
    for (const { held, saved: own, deleted: gone } of changes) {
      held.publish({ saved: own, deleted: gone.filter((id) => !savedIds.has(id)) });
    }
  }

  #load(held: HeldRules): Promise<void> {
    const pending = this.#loading.get(held);
    if (pending !== undefined) return pending;
    const loading = this.#loadOnce(held).finally(() => {
      if (this.#loading.get(held) === loading) this.#loading.delete(held);
    });
    this.#loading.set(held, loading);
    return loading;
  }

  async #loadOnce(held: HeldRules): Promise<void> {
    const { feed, counters } = this;
    const shared = this.#shared;
    const found = await shared?.get(held.owner);
    let updated = found;
    // Again if the store changed meanwhile, since that is less work than a listing.
    for (let attempt = 0; updated !== undefined && attempt < maxAttempts; attempt += 1) {
      updated = await this.#update(held, updated);
      if (updated === undefined || updated.position !== feed.position) continue;
      counters.l2Hits += 1;
      this.#add(held, updated, updated !== found);
      return;
    }
    if (shared !== undefined) counters.l2Misses += 1;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      held.beginListing();
      const [listed, token] = await this.#list(held);
      const snapshot = held.endListing(listed);
      // All changes until the token were published meanwhile. With them, the listing is at this position.
      if (snapshot !== undefined && token === feed.position) {
        this.#add(held, { position: token, snapshot }, true);
        return;
      }
      if (token !== feed.position) feed.requireCheck("possible");
      await feed.confirm();
    }
  }

  #add(held: HeldRules, loaded: PositionedSnapshot, isNew: boolean): void {
    this.#replace(held, loaded.snapshot, true);
    // Not awaited, so that a slow cache does not delay the read. Never rejects.
    if (isNew) void this.#shared?.set(held.owner, loaded);
  }

  /** Brings a shared snapshot to the position of the feed. Undefined if the store no longer knows what changed. */
  async #update({ owner, key }: HeldRules, shared: PositionedSnapshot): Promise<PositionedSnapshot | undefined> {
    const { store, feed, counters } = this;
    if (shared.position === feed.position) return shared;
    counters.checks += 1;
    const change = await this.#call(() => store.changesSince(shared.position, { filter: { owner } }));
    if (change.kind === "reset" || (change.omitted ?? []).length > 0) return undefined;
    if (change.token !== feed.position) {
      feed.requireCheck("possible");
      await feed.confirm();
    }
    const snapshot = new Map(shared.snapshot);
    for (const id of change.deleted) snapshot.delete(id);
    for (const stored of change.saved)
      if (tenantKey(stored.rule) === key) snapshot.set(stored.rule.id, freezeStored(stored));
      else snapshot.delete(stored.rule.id);
    return { position: change.token, snapshot };
  }

  /** Lists the rules of an owner. Returns them with the position of the store afterwards. */
  async #list({ owner }: HeldRules): Promise<readonly [Map<string, StoredRule>, string]> {
    const { store, feed, counters } = this;
    counters.reads += 1;
    return this.#call(async () => {
      const listed = new Map<string, StoredRule>();
      for await (const stored of store.list({ filter: { owner } })) listed.set(stored.rule.id, stored);
      const token = await store.etag();
      feed.report(undefined);
      return [listed, token];
    });
  }

  /** Reads the rules of an owner in a store that changes too often for a listing at one position. */
  async #readUnordered(held: HeldRules): Promise<void> {
    const { store } = this;
    const filter = { owner: held.owner };
    const [listed] = await this.#list(held);
    const snapshot: [string, StoredRule][] = [];
    const missing: string[] = [];
    await this.#call(async () => {
      // A rule that was deleted since can be in the listing.
      for await (const { id, revision } of store.listIds({ filter })) {
        const stored = listed.get(id);
        if (stored?.revision === revision) snapshot.push([id, stored]);
        else missing.push(id);
      }
      const found = missing.length === 0 ? new Map<string, StoredRule>() : await store.getMany(missing);
      for (const [id, stored] of found) if (passesFilter(stored.rule, filter)) snapshot.push([id, stored]);
    });
    this.#replace(held, new Map(snapshot), false);
  }

  #replace(held: HeldRules, snapshot: Snapshot, isCurrent: boolean): void {
    const { deleted } = held.replace(snapshot, isCurrent);
    // A moved rule may be held for its new owner already. A tenant that sees both must not get the deletion last.
    for (const id of deleted) {
      for (const other of this.#held) {
        const moved = other.snapshot.get(id);
        if (moved !== undefined) other.publish({ saved: [moved.rule], deleted: [] });
      }
    }
  }

  async #call<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      this.counters.errors += 1;
      this.feed.report({ error });
      throw error;
    }
  }
}

function rulesOf(parts: readonly { readonly snapshot: Snapshot }[]): readonly StoredRule[] {
  return parts.flatMap(({ snapshot }) => [...snapshot.values()]);
}
