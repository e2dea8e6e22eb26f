import { pendingGlobs } from "../glob/extended/load.ts";
import { JoinedIndex } from "../match/joined-index.ts";
import { FollowedStore, createTimeoutError } from "../mirror/followed-store.ts";
import type { FollowedRules } from "../mirror/followed-rules.ts";
import type { HeldChange } from "../mirror/held-rules.ts";
import { isInTime, startTimer } from "../ports/timers.ts";
import { CacheCounters, type CacheMetrics } from "../mirror/metrics.ts";
import { RecentlyUsed } from "../mirror/recently-used.ts";
import { retryDefaults, type RetryOptions } from "../mirror/retry-schedule.ts";
import { reportStores } from "../mirror/store-report.ts";
import type { StoreReport } from "../model/store-state.ts";
import { tenantKey, visibleOwners, type Tenant } from "../model/tenant.ts";
import type { CancelSignal } from "../ports/cancellable.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { RulebookOptions } from "./options.ts";
import { Partition } from "./partition.ts";
import { reachPosition } from "./reach-position.ts";

const defaultIdleMs = 600_000;

const defaultMaxRules = 100_000;

/** What a partition without rules counts as, in rules: its indexes need memory too. */
const partitionCost = 10;

const sharedKey = tenantKey({});

interface PartitionView {
  readonly parts: readonly Partition[];
  readonly index: JoinedIndex;
}

/** A view, with the owners of its partitions and their keys. */
interface RememberedView extends PartitionView {
  readonly owners: readonly { readonly owner: Tenant; readonly key: string }[];
}

export interface VisibleRules extends PartitionView {
  /** The stores whose rules are missing or may be out of date, as of now. */
  readonly stores: readonly StoreReport[];
}

export interface TenantRulesOptions extends Pick<
  RulebookOptions,
  "stores" | "storesFor" | "maxRules" | "idleMs" | "l2" | "timers" | "random" | "retry"
> {
  readonly changed: (store: RuleStore, owner: Tenant, change: HeldChange) => void;
  /** Called if a store's state, as far as the held rules are concerned, or its diagnostics changed. */
  readonly storeChanged: (store: RuleStore, report: StoreReport | undefined) => void;
}

/** The rules of a rulebook's tenants: read when first needed, then kept current by the mirrors of the stores. */
export class TenantRules {
  readonly #options: TenantRulesOptions;
  readonly #limits: Required<RetryOptions>;
  readonly #counters = new CacheCounters();
  readonly #partitions: RecentlyUsed<Partition>;
  /** By the key of the tenant. One of its partitions has the same key, and is dropped with it. */
  readonly #views = new Map<string, RememberedView>();
  /** The stores of all owners. Opened with the first partition, since a subscription can open a file. */
  #shared: readonly FollowedStore[] | undefined;
  readonly #reported = new Map<RuleStore, StoreReport>();
  readonly #closing = new Set<Promise<void>>();
  #stopEvicting: (() => void) | undefined;
  #isClosed = false;

  constructor(options: TenantRulesOptions) {
    this.#options = options;
    this.#limits = { ...retryDefaults, ...options.retry };
    this.#partitions = new RecentlyUsed({
      maxCost: options.maxRules ?? defaultMaxRules,
      costOf: ({ index }) => index.size + partitionCost,
      // Those that every tenant uses, that are pinned or that are being read stay.
      isRemovable: ({ pins, rules }, key) =>
        key !== sharedKey && pins === 0 && rules.every(({ pending }) => pending === undefined),
      onRemove: (partition) => this.#drop(partition),
    });
  }

  /** Returns the rules that a tenant sees, after current readings. Throws the error of a store if none can be read. */
  async visibleTo(tenant: Tenant, signal?: CancelSignal): Promise<VisibleRules> {
    const { parts, index } = this.#view(tenant);
    const all = parts.flatMap(({ rules }) => rules);
    // If nothing can be answered, try again now. Otherwise retry failed stores later, to avoid delaying every request.
    const isHopeless = all.length > 0 && all.every((rules) => rules.hasFailed && !rules.isRead);
    const awaited = all.filter((rules) => isHopeless || !rules.hasFailed);
    for (const rules of awaited) if (!rules.isRead) void rules.update();
    const isHit = awaited.every(({ pending }) => pending === undefined);
    this.#counters[isHit ? "l1Hits" : "l1Misses"] += 1;
    if (!isHit) {
      await this.#wait(awaited);
      this.#partitions.evict();
    }
    const globs = pendingGlobs();
    if (globs !== undefined) await globs;
    signal?.throwIfAborted();
    this.#evictLater();
    const [first] = all;
    if (first !== undefined && all.every(({ status }) => status === "failed")) throw first.error;
    if (this.#reported.size > 0 && all.some(({ status }) => status === "stale")) this.#counters.staleAnswers += 1;
    return {
      parts,
      index,
      get stores() {
        return reportStores(all);
      },
    };
  }

  /** Waits until the rules that a tenant sees include everything up to a position of a store: see `reachPosition`. */
  async reach(tenant: Tenant, position: string, signal?: CancelSignal): Promise<void> {
    const { parts } = this.#view(tenant);
    const { waitMs } = this.#limits;
    await reachPosition(
      parts.flatMap(({ rules }) => rules),
      position,
      { timers: this.#options.timers, waitMs, signal },
    );
  }

  get stores(): readonly StoreReport[] {
    return [...this.#reported.values()];
  }

  storesOf(tenant: Tenant): readonly StoreReport[] {
    return reportStores(this.#view(tenant).parts.flatMap(({ rules }) => rules));
  }

  get openStores(): ReadonlySet<RuleStore> {
    return new Set([...this.#options.stores, ...Array.from(this.#followed(), ({ store }) => store)]);
  }

  metrics(): CacheMetrics {
    let rules = 0;
    for (const { index } of this.#partitions.values()) rules += index.size;
    return this.#counters.report({ rules, snapshots: this.#partitions.size });
  }

  pin(tenant: Tenant): () => void {
    const { parts } = this.#view(tenant);
    for (const part of parts) part.pins += 1;
    let isPinned = true;
    return () => {
      if (isPinned) for (const part of parts) part.pins -= 1;
      isPinned = false;
    };
  }

  async update(): Promise<void> {
    await Promise.all(Array.from(this.#followed(), (followed) => followed.update()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopEvicting?.();
    const partitions = [...this.#partitions.values()];
    this.#partitions.clear();
    this.#views.clear();
    for (const followed of this.#shared ?? []) followed.close();
    await Promise.all([...partitions.map((partition) => partition.close()), ...this.#closing]);
  }

  /** The partitions with the rules that are visible to a tenant, and their joined index. Opens them if necessary. */
  #view(tenant: Tenant): PartitionView {
    const key = tenantKey(tenant);
    const known = this.#views.get(key);
    const owners = known?.owners ?? visibleOwners(tenant).map((owner) => ({ owner, key: tenantKey(owner) }));
    const parts = owners.map((one) => this.#partitions.use(one.key, () => this.#open(one.owner)));
    if (known?.parts.every((part, at) => part === parts[at]) === true) return known;
    const view = { owners, parts, index: new JoinedIndex(parts.map(({ index }) => index)) };
    this.#views.set(key, view);
    return view;
  }

  #open(owner: Tenant): Partition {
    const { stores, storesFor = () => [] } = this.#options;
    this.#shared ??= stores.map((store) =>
      // All tenants use these, so what they announce is published.
      this.#follow(store, (report) => this.#options.storeChanged(store, report)),
    );
    const own = storesFor(owner).map((store) => this.#follow(store));
    return new Partition(owner, this.#shared, own, ({ store }, change, isFirst) => {
      if (!isFirst) this.#options.changed(store, owner, change);
    });
  }

  #follow(store: RuleStore, onAnnounce?: (report: StoreReport | undefined) => void): FollowedStore {
    const { timers, random, l2 } = this.#options;
    return new FollowedStore(store, {
      counters: this.#counters,
      // Other positions mean something else in other processes.
      l2: store.capabilities.positions ? l2 : undefined,
      timers,
      random,
      limits: this.#limits,
      onReport: (report) => {
        if (this.#isClosed) return;
        if (report === undefined) this.#reported.delete(store);
        else this.#reported.set(store, report);
        this.#options.storeChanged(store, report);
      },
      onAnnounce,
    });
  }

  #followed(): ReadonlySet<FollowedStore> {
    return new Set([...(this.#shared ?? []), ...Array.from(this.#partitions.values(), ({ own }) => own).flat()]);
  }

  async #wait(all: readonly FollowedRules[]): Promise<void> {
    const { waitMs } = this.#limits;
    const readings = Promise.all(all.flatMap(({ pending }) => pending ?? []));
    if (await isInTime(readings, waitMs, this.#options.timers)) return;
    for (const rules of all) if (rules.pending !== undefined) rules.fail(createTimeoutError(rules.store, waitMs));
  }

  /** Closes a partition in the background. Errors of its stores do not matter any more. */
  #drop(partition: Partition): void {
    this.#counters.evictions += 1;
    this.#views.delete(tenantKey(partition.owner));
    const closing: Promise<void> = partition
      .close()
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  /** Drops the rules that were not used for a while, from time to time. */
  #evictLater(): void {
    const { timers, idleMs = defaultIdleMs } = this.#options;
    if (timers === undefined || this.#stopEvicting !== undefined || this.#isClosed) return;
    this.#stopEvicting = startTimer(timers, idleMs, () => {
      this.#stopEvicting = undefined;
      if (this.#partitions.removeUnused()) this.#evictLater();
    });
  }
}
