import { passesFilter } from "../ports/rule-filter.ts";
import type { RuleStore, StoredRule } from "../ports/rule-store.ts";
import { tenantKey, type Tenant } from "../model/tenant.ts";
import type { FeedPosition } from "./feed-position.ts";
import type { CacheCounters } from "./metrics.ts";
import type { PositionedSnapshot, SharedSnapshots } from "./shared-snapshots.ts";
import { freezeStored, type Snapshot, type Snapshots } from "./snapshots.ts";

/** How often to list rules again if the store changes meanwhile. */
const maxAttempts = 3;

interface SnapshotLoaderOptions {
  readonly store: RuleStore;
  readonly feed: FeedPosition;
  readonly snapshots: Snapshots;
  readonly shared: SharedSnapshots | undefined;
  readonly counters: CacheCounters;
}

/** Reads snapshots from the second layer or from the store, and adds them to the memory. Concurrent calls for one owner share one reading. */
export class SnapshotLoader {
  readonly #options: SnapshotLoaderOptions;
  readonly #loading = new Map<string, Promise<PositionedSnapshot | undefined>>();

  constructor(options: SnapshotLoaderOptions) {
    this.#options = options;
  }

  /**
   * Reads the rules of an owner. The feed must have a position.
   *
   * @returns undefined if the store changed during each of several attempts.
   */
  load(owner: Tenant): Promise<PositionedSnapshot | undefined> {
    const key = tenantKey(owner);
    const pending = this.#loading.get(key);
    if (pending !== undefined) return pending;
    const loading = this.#load(owner).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #load(owner: Tenant): Promise<PositionedSnapshot | undefined> {
    const { feed, shared, counters } = this.#options;
    const found = await shared?.get(owner);
    const updated = found && (await this.#update(owner, found));
    if (updated !== undefined && updated.position === feed.position) {
      counters.l2Hits += 1;
      return this.#add(owner, updated, updated !== found);
    }
    if (shared !== undefined) counters.l2Misses += 1;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const position = feed.position;
      if (position === undefined) return undefined;
      const [snapshot, token] = await this.#list(owner);
      // Only if nothing changed from before the listing until after it, the snapshot has this position.
      if (token === position && feed.position === position) return this.#add(owner, { position, snapshot }, true);
      if (token !== feed.position) feed.doubt("doubt");
      await feed.confirm();
    }
    return undefined;
  }

  #add(owner: Tenant, loaded: PositionedSnapshot, isNew: boolean): PositionedSnapshot {
    const { snapshots, shared } = this.#options;
    snapshots.add(owner, loaded.snapshot);
    // Not awaited, so that a slow cache does not delay the read. Never rejects.
    if (isNew) void shared?.set(owner, loaded);
    return loaded;
  }

  /** Brings a shared snapshot to the position of the feed. Undefined if the store no longer knows what changed. */
  async #update(owner: Tenant, shared: PositionedSnapshot): Promise<PositionedSnapshot | undefined> {
    const { store, feed, counters } = this.#options;
    if (shared.position === feed.position) return shared;
    const filter = { owner };
    counters.checks += 1;
    const change = await this.#call(() => store.changesSince(shared.position, { filter }));
    if (change.kind === "reset" || (change.omitted ?? []).length > 0) return undefined;
    if (change.token !== feed.position) {
      feed.doubt("doubt");
      await feed.confirm();
    }
    const snapshot = new Map(shared.snapshot);
    for (const id of change.deleted) snapshot.delete(id);
    for (const stored of change.saved)
      if (passesFilter(stored.rule, filter)) snapshot.set(stored.rule.id, freezeStored(stored));
      else snapshot.delete(stored.rule.id);
    return { position: change.token, snapshot };
  }

  /** Lists the rules of an owner. Returns them with the position of the store afterwards. */
  async #list(owner: Tenant): Promise<readonly [Snapshot, string]> {
    const { store, feed, counters } = this.#options;
    counters.reads += 1;
    return this.#call(async () => {
      const snapshot = new Map<string, StoredRule>();
      for await (const stored of store.list({ filter: { owner } })) snapshot.set(stored.rule.id, freezeStored(stored));
      const token = await store.etag();
      feed.report(undefined);
      return [snapshot, token];
    });
  }

  async #call<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      this.#options.counters.errors += 1;
      this.#options.feed.report({ error });
      throw error;
    }
  }
}
