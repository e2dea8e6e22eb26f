import { JoinedIndex } from "../match/joined-index.ts";
import { tenantKey, visibleOwners, type Tenant } from "../model/tenant.ts";
import type { Partition } from "./partition.ts";

/** The default limit of rules that a rulebook holds for tenants. */
const defaultMaxRules = 100_000;

/** What a partition without rules counts as, in rules: its indexes and subscriptions need memory too. */
const partitionCost = 10;

/** The partitions with the rules that are visible to a tenant, and their joined index. */
interface PartitionView {
  readonly parts: readonly Partition[];
  readonly index: JoinedIndex;
}

/** The partitions of a rulebook. Those that were not used for the longest time are closed when they hold too many rules together. */
export class PartitionCache {
  /** By the key of the owner. */
  readonly #partitions = new Map<string, Partition>();
  /** By the key of the tenant, which is that of one of its partitions: they go together. */
  readonly #views = new Map<string, PartitionView>();
  /** Counts uses, so that the order of the last uses is known. */
  #uses = 0;
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
  view(tenant: Tenant): PartitionView {
    const key = tenantKey(tenant);
    const known = this.#views.get(key);
    if (known !== undefined && known.parts.every((part) => !part.isClosed)) {
      for (const part of known.parts) this.#markUsed(part);
      return known;
    }
    const parts = visibleOwners(tenant).map((owner) => this.#use(owner));
    const view = { parts, index: new JoinedIndex(parts.map(({ index }) => index)) };
    this.#views.set(key, view);
    return view;
  }

  /** Closes partitions until the limit holds. Those that every tenant uses, that are pinned or that are being read stay. */
  evict(): void {
    let total = 0;
    for (const partition of this.#partitions.values()) total += costOf(partition);
    if (total <= this.#maxRules) return;
    const byLastUse = [...this.#partitions].toSorted(([, left], [, right]) => left.lastUse - right.lastUse);
    for (const [key, partition] of byLastUse) {
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
    this.#views.clear();
    await Promise.all([...partitions.map((partition) => partition.close()), ...this.#closing]);
  }

  /** Closes a partition in the background. Errors of its stores do not matter any more. */
  #remove(key: string, partition: Partition): void {
    this.#partitions.delete(key);
    this.#views.delete(key);
    const closing: Promise<void> = partition
      .close()
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #use(owner: Tenant): Partition {
    const key = tenantKey(owner);
    let partition = this.#partitions.get(key);
    if (partition === undefined) this.#partitions.set(key, (partition = this.#open(owner)));
    this.#markUsed(partition);
    return partition;
  }

  #markUsed(partition: Partition): void {
    this.#uses += 1;
    partition.lastUse = this.#uses;
    partition.isUsed = true;
  }
}

const sharedKey = tenantKey({});

function isEvictable(key: string, { pins, slices }: Partition): boolean {
  return key !== sharedKey && pins === 0 && slices.every((slice) => slice.pending === undefined);
}

function costOf({ index }: Partition): number {
  return index.size + partitionCost;
}
