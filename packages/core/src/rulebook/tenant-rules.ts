import type { JoinedIndex } from "../match/joined-index.ts";
import { PreceptError } from "../model/error.ts";
import type { StoreReport } from "../model/store-state.ts";
import { tenantKey, type Tenant } from "../model/tenant.ts";
import type { CancelSignal } from "../ports/cancellable.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { startTimer, type Timers } from "../ports/timers.ts";
import { formatNumber } from "../text/format-number.ts";
import { Partition } from "./partition.ts";
import { PartitionCache } from "./partition-cache.ts";
import { retryDefaults, RetrySchedule, type RetryOptions } from "./retry-schedule.ts";
import { reportStores } from "./store-report.ts";
import type { SliceChange, StoreSlice } from "./store-slice.ts";

/** The default time after which unused rules are dropped, in milliseconds. */
const defaultIdleMs = 600_000;

/** The rules that are visible to a tenant. */
export interface VisibleRules {
  readonly parts: readonly Partition[];
  readonly index: JoinedIndex;
  /** The stores whose rules are missing or may be out of date, as of now. */
  readonly stores: readonly StoreReport[];
}

export interface TenantRulesOptions {
  readonly stores: readonly RuleStore[];
  /** Opens further stores with rules of an owner. They are closed when the owner's rules are dropped. */
  readonly storesFor?: ((owner: Tenant) => readonly RuleStore[]) | undefined;
  /** The limit of rules to hold. Default 100,000. */
  readonly maxRules?: number | undefined;
  /** After what time rules that no request used are dropped, in milliseconds. Needs timers. Default 600,000. */
  readonly idleMs?: number | undefined;
  /** Without timers, a request waits for stores as long as they take, and failed stores are only read again by `reload`. */
  readonly timers?: Timers | undefined;
  readonly random?: (() => number) | undefined;
  readonly retry?: RetryOptions | undefined;
  /** Called with changes of rules, except those of the first reading. */
  readonly changed: (store: RuleStore, owner: Tenant, change: SliceChange) => void;
  /** Called if a store's state, as far as the held rules are concerned, or its diagnostics changed. */
  readonly storeChanged: (store: RuleStore, report: StoreReport | undefined) => void;
}

/** The rules of the tenants of a rulebook. A tenant's rules are read when they are first needed, and kept current. */
export class TenantRules {
  readonly #options: TenantRulesOptions;
  readonly #limits: Required<RetryOptions>;
  readonly #cache: PartitionCache;
  readonly #retries = new Map<RuleStore, RetrySchedule>();
  /** The slices that are not ready, by store. */
  readonly #impaired = new Map<RuleStore, Set<StoreSlice>>();
  /** The reported states by store. */
  readonly #reported = new Map<RuleStore, StoreReport>();
  #stopVerifying: (() => void) | undefined;
  #stopEvicting: (() => void) | undefined;
  #isClosed = false;

  constructor(options: TenantRulesOptions) {
    this.#options = options;
    this.#limits = { ...retryDefaults, ...options.retry };
    this.#cache = new PartitionCache((owner) => this.#open(owner), options.maxRules);
  }

  /**
   * Returns the rules that are visible to a tenant, after waiting for readings that are under way.
   *
   * @throws the error of a store if no store can be read.
   */
  async visibleTo(tenant: Tenant, signal?: CancelSignal): Promise<VisibleRules> {
    const { parts, index } = this.#cache.view(tenant);
    const slices = parts.flatMap((part) => part.slices);
    // If nothing can be answered, try again now. Otherwise failed stores are read again later, so that they do not delay every request.
    const isHopeless = slices.length > 0 && slices.every((slice) => slice.hasFailed && !slice.isRead);
    const awaited = slices.filter((slice) => isHopeless || !slice.hasFailed);
    for (const slice of awaited) if (!slice.isRead) void slice.update();
    if (awaited.some(({ pending }) => pending !== undefined)) {
      await this.#wait(awaited);
      this.#cache.evict();
    }
    signal?.throwIfAborted();
    this.#verifyLater();
    this.#evictLater();
    const [first] = slices;
    if (first !== undefined && slices.every(({ status }) => status === "failed")) throw first.error;
    return {
      parts,
      index,
      get stores() {
        return reportStores(slices);
      },
    };
  }

  /** The stores whose rules are missing or may be out of date for any tenant. */
  get stores(): readonly StoreReport[] {
    return [...this.#reported.values()];
  }

  /** The stores whose rules are missing or may be out of date for a tenant. */
  storesOf(tenant: Tenant): readonly StoreReport[] {
    return reportStores(this.#cache.view(tenant).parts.flatMap(({ slices }) => slices));
  }

  /** The stores that are open for any tenant. */
  get openStores(): ReadonlySet<RuleStore> {
    return new Set([...this.#options.stores, ...Array.from(this.#slices(), ({ store }) => store)]);
  }

  /** Keeps the rules of a tenant until the returned function is called. */
  pin(tenant: Tenant): () => void {
    const { parts } = this.#cache.view(tenant);
    for (const part of parts) part.pins += 1;
    let isPinned = true;
    return () => {
      if (isPinned) for (const part of parts) part.pins -= 1;
      isPinned = false;
    };
  }

  /** Brings all rules up to date, and reads failed stores again. */
  async update(): Promise<void> {
    await Promise.all([...this.#slices()].filter((slice) => slice.isRead || slice.hasFailed).map((slice) => slice.update()));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopVerifying?.();
    this.#stopEvicting?.();
    for (const retry of this.#retries.values()) retry.close();
    await this.#cache.close();
  }

  /** Drops the rules that were not used for a while, from time to time. */
  #evictLater(): void {
    const { timers, idleMs = defaultIdleMs } = this.#options;
    if (timers === undefined || this.#stopEvicting !== undefined || this.#isClosed) return;
    this.#stopEvicting = startTimer(timers, idleMs, () => {
      this.#stopEvicting = undefined;
      if (this.#cache.evictIdle()) this.#evictLater();
    });
  }

  #open(owner: Tenant): Partition {
    const { stores, storesFor = () => [] } = this.#options;
    return new Partition(owner, stores, storesFor(owner), {
      changed: (slice, change, isFirst) => {
        if (!isFirst) this.#publish(slice, owner, change);
      },
      stateChanged: (slice) => this.#noteState(slice),
      // Every slice of a store announces the same. Those of the rules that all tenants see always exist.
      announced: ({ store }) => {
        if (tenantKey(owner) === tenantKey({})) this.#options.storeChanged(store, this.#reported.get(store));
      },
    });
  }

  *#slices(): Iterable<StoreSlice> {
    for (const { slices } of this.#cache.partitions) yield* slices;
  }

  #publish({ store }: StoreSlice, owner: Tenant, { saved, deleted }: SliceChange): void {
    // A rule that moved to another owner is deleted in one slice and saved in another one, in any order.
    const slices = deleted.length === 0 ? [] : [...this.#slices()].filter((slice) => slice.store === store);
    const gone = deleted.filter((id) => !slices.some((slice) => slice.has(id)));
    if (saved.length > 0 || gone.length > 0) this.#options.changed(store, owner, { saved, deleted: gone });
  }

  /** Waits for the current readings, up to the limit. */
  async #wait(slices: readonly StoreSlice[]): Promise<void> {
    const { waitMs } = this.#limits;
    const readings = Promise.all(slices.flatMap(({ pending }) => pending ?? []));
    if (await this.#isInTime(readings, waitMs)) return;
    for (const slice of slices) if (slice.pending !== undefined) slice.fail(createTimeoutError(slice.store, waitMs));
  }

  /** Returns whether a promise is fulfilled within a time. Always true without timers. */
  async #isInTime(promise: Promise<unknown>, ms: number): Promise<boolean> {
    const { timers } = this.#options;
    const finished = promise.then(() => true);
    if (timers === undefined) return finished;
    let stop: (() => void) | undefined;
    const late = new Promise<false>((resolve) => (stop = startTimer(timers, ms, () => resolve(false))));
    const isInTime = await Promise.race([finished, late]);
    stop?.();
    return isInTime;
  }

  #noteState(slice: StoreSlice): void {
    if (this.#isClosed) return;
    const { store } = slice;
    const impaired = this.#impaired.get(store) ?? new Set();
    this.#impaired.set(store, impaired);
    if (slice.status === "ready") impaired.delete(slice);
    else impaired.add(slice);
    for (const one of impaired) if (one.isClosed) impaired.delete(one);
    if (slice.hasFailed) this.#retry(store);
    const [report] = reportStores(impaired);
    const before = this.#reported.get(store);
    if (report === undefined) this.#reported.delete(store);
    else this.#reported.set(store, report);
    if (before?.status !== report?.status || before?.error !== report?.error) this.#options.storeChanged(store, report);
  }

  #retry(store: RuleStore): void {
    const { timers, random = () => 0.5 } = this.#options;
    if (timers === undefined) return;
    let retry = this.#retries.get(store);
    if (retry === undefined) {
      retry = new RetrySchedule(timers, random, this.#limits, () => this.#readAgain(store));
      this.#retries.set(store, retry);
    }
    retry.start();
  }

  async #readAgain(store: RuleStore): Promise<boolean> {
    const failed = [...this.#slices()].filter((slice) => slice.store === store && slice.hasFailed);
    await Promise.all(failed.map((slice) => this.#orAbandon(slice, slice.update())));
    return failed.every((slice) => !slice.hasFailed);
  }

  /** Waits for work on a slice. Abandons the work if it takes too long. */
  async #orAbandon(slice: StoreSlice, work: Promise<void>): Promise<void> {
    const { abandonMs } = this.#limits;
    if (await this.#isInTime(work, abandonMs)) return;
    slice.abandon(createTimeoutError(slice.store, abandonMs));
  }

  /** Compares the positions of all stores after a while, to notice lost changes. Starts with the first request. */
  #verifyLater(): void {
    const { timers } = this.#options;
    const { verifyMs } = this.#limits;
    if (timers === undefined || verifyMs === 0 || this.#stopVerifying !== undefined || this.#isClosed) return;
    this.#stopVerifying = startTimer(timers, verifyMs, () => {
      const read = [...this.#slices()].filter((slice) => slice.isRead);
      void Promise.all(read.map((slice) => this.#orAbandon(slice, slice.verify()))).finally(() => {
        this.#stopVerifying = undefined;
        this.#verifyLater();
      });
    });
  }
}

function createTimeoutError(store: RuleStore, timeoutMs: number): PreceptError {
  return new PreceptError("STORE_FAILED", {
    store: store.id,
    retryable: true,
    reason: `it did not answer within ${formatNumber(timeoutMs)} ms`,
  });
}
