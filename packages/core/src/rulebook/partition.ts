import { RuleIndex } from "../match/rule-index.ts";
import type { Tenant } from "../model/tenant.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { JoinedIndex } from "../match/joined-index.ts";
import { StoreSlice, type SliceChange, type SliceListener } from "./store-slice.ts";

/** The rules of one owner in all stores, as an index that the feeds of the stores keep current. */
export class Partition {
  readonly owner: Tenant;
  readonly index: RuleIndex = new RuleIndex();
  readonly slices: readonly StoreSlice[];
  /** How many subscriptions need this partition. It is not evicted before they end. */
  pins = 0;
  /** The rules that are visible to the tenant with the same project and user, and the partitions that they are in. */
  view: { readonly parts: readonly Partition[]; readonly index: JoinedIndex } | undefined;
  #isClosed = false;

  constructor(owner: Tenant, stores: readonly RuleStore[], listener: SliceListener) {
    this.owner = owner;
    const changed: SliceListener["changed"] = (slice, change, isFirst) => {
      this.#apply(slice.store, change);
      listener.changed(slice, change, isFirst);
    };
    this.slices = stores.map((store) => new StoreSlice(store, owner, { ...listener, changed }));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends the subscriptions. The index remains as it is, for requests that still use it. */
  close(): void {
    this.#isClosed = true;
    for (const slice of this.slices) slice.close();
  }

  #apply(store: RuleStore, { saved, deleted }: SliceChange): void {
    for (const id of deleted) this.index.remove(store.id, id);
    for (const rule of saved) this.index.add(rule);
  }
}
