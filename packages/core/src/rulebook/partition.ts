import { RuleIndex } from "../match/rule-index.ts";
import type { Tenant } from "../model/tenant.ts";
import type { Rule } from "../model/rule.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { RuleSearchIndex } from "../search/rule-search-index.ts";
import { StoreSlice, type SliceChange, type SliceListener } from "./store-slice.ts";

/** The rules of one owner in all stores, as an index that the feeds of the stores keep current. */
export class Partition {
  readonly owner: Tenant;
  readonly index: RuleIndex = new RuleIndex();
  readonly slices: readonly StoreSlice[];
  readonly #own: readonly RuleStore[];
  /** Whether a request used it since the last call of `PartitionCache.evictIdle`. */
  isUsed = true;
  /** The number of its last use among the uses of all partitions, see `PartitionCache`. */
  lastUse = 0;
  /** How many subscriptions need this partition. It is not evicted before they end. */
  pins = 0;
  /** The search indexes of the stores without a search of their own. Created with the first search. */
  #searches: ReadonlyMap<RuleStore, RuleSearchIndex> | undefined;
  #isClosed = false;

  /**
   * @param shared stores that other partitions use too.
   * @param own stores of this partition alone, which closes them.
   */
  constructor(owner: Tenant, shared: readonly RuleStore[], own: readonly RuleStore[], listener: SliceListener) {
    this.owner = owner;
    this.#own = own;
    const changed: SliceListener["changed"] = (slice, change, isFirst) => {
      this.#apply(slice, change);
      listener.changed(slice, change, isFirst);
    };
    this.slices = [...shared, ...own].map((store) => new StoreSlice(store, owner, { ...listener, changed }));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends the subscriptions. The index remains as it is, for requests that still use it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const slice of this.slices) slice.close();
    for (const search of this.#searches?.values() ?? []) search.close();
    await Promise.all(this.#own.map((store) => store[Symbol.asyncDispose]()));
  }

  /**
   * The search indexes of the stores without a search of their own. They are kept current.
   *
   * @param create creates an empty index. Most processes never search, so that code is not loaded with the rulebook.
   */
  searchIndexes(create: () => RuleSearchIndex): readonly RuleSearchIndex[] {
    this.#searches ??= this.#createSearches(create);
    return [...this.#searches.values()];
  }

  #createSearches(create: () => RuleSearchIndex): ReadonlyMap<RuleStore, RuleSearchIndex> {
    const searches = new Map<RuleStore, RuleSearchIndex>();
    for (const slice of this.slices) {
      if (slice.store.capabilities.search) continue;
      const search = create();
      searches.set(slice.store, search);
      for (const rule of this.index.rules) if (rule.origin.store === slice.store.id) addTo(search, rule, slice);
    }
    return searches;
  }

  #apply(slice: StoreSlice, { saved, deleted }: SliceChange): void {
    const search = this.#searches?.get(slice.store);
    for (const id of deleted) {
      this.index.remove(slice.store.id, id);
      search?.delete(id);
    }
    for (const rule of saved) {
      this.index.add(rule);
      if (search !== undefined) addTo(search, rule, slice);
    }
  }
}

function addTo(search: RuleSearchIndex, rule: Rule, slice: StoreSlice): void {
  search.set({ rule, revision: slice.revisionOf(rule.id) ?? "", cursor: rule.id });
}
