import { JoinedIndex } from "../match/joined-index.ts";
import { tenantKey, visibleOwners, type Tenant } from "../model/tenant.ts";
import type { Partition } from "./partition.ts";

/** The default limit of rules that a rulebook holds for tenants. */
export const defaultMaxRules = 100_000;

/** What a partition without rules counts as, in rules: its indexes and subscriptions need memory too. */
const partitionCost = 10;

/** The partitions of a rulebook. Those that were not used for the longest time are closed when they hold too many rules together. */
export class PartitionCache {
  /** By the key of the owner, least recently used first. */
  readonly #partitions = new Map<string, Partition>();
  readonly #open: (owner: Tenant) => Partition;
  readonly #maxRules: number;

  constructor(open: (owner: Tenant) => Partition, maxRules: number = defaultMaxRules) {
    this.#open = open;
    this.#maxRules = maxRules;
  }

  get partitions(): Iterable<Partition> {
    return this.#partitions.values();
  }

  /** The partitions with the rules that are visible to a tenant, and their joined index. Opens them if necessary. */
  view(tenant: Tenant): NonNullable<Partition["view"]> {
    const parts = visibleOwners(tenant).map((owner) => this.#use(owner));
    // The last owner is the tenant itself.
    const own = parts.at(-1);
    if (own === undefined) return { parts, index: new JoinedIndex([]) };
    if (own.view === undefined || own.view.parts.some((part) => part.isClosed)) {
      own.view = { parts, index: new JoinedIndex(parts.map(({ index }) => index)) };
    }
    return own.view;
  }

  /** Closes partitions until the limit holds. Those that every tenant uses, that are pinned or that are being read stay. */
  evict(): void {
    let total = 0;
    for (const partition of this.#partitions.values()) total += costOf(partition);
    for (const [key, partition] of this.#partitions) {
      if (total <= this.#maxRules) return;
      const { pins, slices } = partition;
      if (key === sharedKey || pins > 0 || slices.some((slice) => slice.pending !== undefined)) continue;
      total -= costOf(partition);
      this.#partitions.delete(key);
      partition.close();
    }
  }

  close(): void {
    for (const partition of this.#partitions.values()) partition.close();
    this.#partitions.clear();
  }

  #use(owner: Tenant): Partition {
    const key = tenantKey(owner);
    const partition = this.#partitions.get(key) ?? this.#open(owner);
    // Moves it to the end.
    this.#partitions.delete(key);
    this.#partitions.set(key, partition);
    return partition;
  }
}

const sharedKey = tenantKey({});

function costOf({ index }: Partition): number {
  return index.size + partitionCost;
}
