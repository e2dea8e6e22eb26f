import { JoinedIndex } from "../match/joined-index.ts";
import { tenantKey, visibleOwners, type Tenant } from "../model/tenant.ts";
import type { Partition } from "./partition.ts";

/** The default limit of rules that a rulebook holds for tenants. */
const defaultMaxRules = 100_000;

/** What a partition without rules counts as, in rules: its indexes and subscriptions need memory too. */
const partitionCost = 10;

/** The partitions of a rulebook. Those that were not used for the longest time are closed when they hold too many rules together. */
export class PartitionCache {
  /** By the key of the owner, least recently used first. */
  readonly #partitions = new Map<string, Partition>();
  readonly #closing = new Set<Promise<void>>();
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
      if (!isEvictable(key, partition)) continue;
      total -= costOf(partition);
      this.#remove(key, partition);
    }
  }

  /** Closes the partitions that no request used since the last call. Returns whether some remain that a later call may close. */
  evictIdle(): boolean {
    let remain = false;
    for (const [key, partition] of this.#partitions) {
      if (!isEvictable(key, partition)) continue;
      if (partition.isUsed) {
        partition.isUsed = false;
        remain = true;
      } else this.#remove(key, partition);
    }
    return remain;
  }

  async close(): Promise<void> {
    const partitions = [...this.#partitions.values()];
    this.#partitions.clear();
    await Promise.all([...partitions.map((partition) => partition.close()), ...this.#closing]);
  }

  /** Closes a partition in the background. Errors of its stores do not matter any more. */
  #remove(key: string, partition: Partition): void {
    this.#partitions.delete(key);
    const closing: Promise<void> = partition
      .close()
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #use(owner: Tenant): Partition {
    const key = tenantKey(owner);
    const partition = this.#partitions.get(key) ?? this.#open(owner);
    partition.isUsed = true;
    // Moves it to the end.
    this.#partitions.delete(key);
    this.#partitions.set(key, partition);
    return partition;
  }
}

const sharedKey = tenantKey({});

function isEvictable(key: string, { pins, slices }: Partition): boolean {
  return key !== sharedKey && pins === 0 && slices.every((slice) => slice.pending === undefined);
}

function costOf({ index }: Partition): number {
  return index.size + partitionCost;
}
