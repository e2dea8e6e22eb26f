import { tenantKey, type Tenant } from "../model/tenant.ts";
import type { StoreChange, StoredRule } from "../ports/rule-store.ts";
import type { CacheCounters } from "./metrics.ts";

/** All rules of one owner, by id. A snapshot does not change: a change of the store replaces it. */
export type Snapshot = ReadonlyMap<string, StoredRule>;

/** The snapshots in memory. All are at the same position of the store. Those that were not used for the longest time are removed first. */
export class Snapshots {
  /** By the key of the owner, least recently used first. */
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #maxRules: number;
  readonly #counters: CacheCounters;
  #rules = 0;

  constructor(maxRules: number, counters: CacheCounters) {
    this.#maxRules = maxRules;
    this.#counters = counters;
  }

  /** The number of rules. */
  get rules(): number {
    return this.#rules;
  }

  /** The number of snapshots. */
  get size(): number {
    return this.#snapshots.size;
  }

  /** Returns the snapshot of an owner and marks it as used. */
  use(owner: Tenant): Snapshot | undefined {
    const key = tenantKey(owner);
    const snapshot = this.#snapshots.get(key);
    if (snapshot === undefined) return undefined;
    this.#snapshots.delete(key);
    this.#snapshots.set(key, snapshot);
    return snapshot;
  }

  /** Adds a snapshot. One with more rules than the limit is not stored, so that it does not remove all others. */
  add(owner: Tenant, snapshot: Snapshot): void {
    const key = tenantKey(owner);
    this.#replace(key, undefined);
    if (snapshot.size > this.#maxRules) this.#counters.evictions += 1;
    else this.#replace(key, snapshot);
    this.#evict();
  }

  /** Applies a change of the store to the snapshots that it affects. */
  apply({ saved, deleted }: Pick<StoreChange, "saved" | "deleted">): void {
    for (const id of deleted) this.#remove(id, undefined);
    for (const stored of saved) {
      const key = tenantKey(stored.rule);
      this.#remove(stored.rule.id, key);
      const snapshot = this.#snapshots.get(key);
      if (snapshot !== undefined) this.#replace(key, new Map([...snapshot, [stored.rule.id, freezeStored(stored)]]));
    }
    this.#evict();
  }

  /** Returns a rule of any snapshot. */
  find(id: string): StoredRule | undefined {
    for (const snapshot of this.#snapshots.values()) {
      const stored = snapshot.get(id);
      if (stored !== undefined) return stored;
    }
    return undefined;
  }

  clear(): void {
    this.#snapshots.clear();
    this.#rules = 0;
  }

  /** Removes a rule from all snapshots except one. */
  #remove(id: string, except: string | undefined): void {
    for (const [key, snapshot] of this.#snapshots) {
      if (key === except || !snapshot.has(id)) continue;
      const others = new Map(snapshot);
      others.delete(id);
      this.#replace(key, others);
    }
  }

  /** Replaces a snapshot without changing when it was used; a new one counts as used now. */
  #replace(key: string, snapshot: Snapshot | undefined): void {
    this.#rules += (snapshot?.size ?? 0) - (this.#snapshots.get(key)?.size ?? 0);
    if (snapshot === undefined) this.#snapshots.delete(key);
    else this.#snapshots.set(key, snapshot);
  }

  #evict(): void {
    for (const key of this.#snapshots.keys()) {
      if (this.#rules <= this.#maxRules) return;
      this.#replace(key, undefined);
      this.#counters.evictions += 1;
    }
  }
}

/** Copies a stored rule, so that a caller cannot change the copy in a snapshot. The rule itself never changes. */
export function freezeStored(stored: StoredRule): StoredRule {
  return Object.isFrozen(stored) ? stored : Object.freeze({ ...stored });
}
