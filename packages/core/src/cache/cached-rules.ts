import { PreceptError } from "../model/error.ts";
import type { Tenant } from "../model/tenant.ts";
import type { StoredRule } from "../ports/rule-store.ts";
import type { FeedPosition } from "./feed-position.ts";
import type { CacheCounters } from "./metrics.ts";
import type { SnapshotLoader } from "./snapshot-loader.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

/** How often to read the snapshots of several owners until all are at one position. */
const maxAttempts = 3;

interface CachedRulesOptions {
  readonly feed: FeedPosition;
  readonly snapshots: Snapshots;
  readonly loader: SnapshotLoader;
  readonly counters: CacheCounters;
}

/** Reads rules of owners from memory, and what is missing there through the loader. */
export class CachedRules {
  readonly #options: CachedRulesOptions;

  constructor(options: CachedRulesOptions) {
    this.#options = options;
  }

  /**
   * Returns all rules of owners, as they were at one point in time.
   *
   * If the store fails, returns the rules in memory, unless the client has seen newer ones.
   *
   * @returns undefined if the store changes too often to tell.
   * @throws the error of the store.
   */
  async of(owners: readonly Tenant[]): Promise<readonly StoredRule[] | undefined> {
    try {
      return await this.#read(owners);
    } catch (error) {
      const { feed, counters } = this.#options;
      if (!feed.allowsStale || PreceptError.is(error, "STORE_CLOSED")) throw error;
      const { held, missing } = this.#hold(owners);
      if (missing.length > 0) throw error;
      counters.staleAnswers += 1;
      return held.flatMap((snapshot) => [...snapshot.values()]);
    }
  }

  async #read(owners: readonly Tenant[]): Promise<readonly StoredRule[] | undefined> {
    const { feed, loader, counters } = this.#options;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (!(await feed.confirm())) continue;
      const { held, missing } = this.#hold(owners);
      if (attempt === 0 && missing.length === 0) counters.l1Hits += 1;
      else if (attempt === 0) counters.l1Misses += 1;
      if (missing.length === 0) return rulesOf(held);
      const loaded = await Promise.all(missing.map((owner) => loader.load(owner)));
      // Also right if the snapshots are too large for the memory.
      const read = new Map(missing.map((owner, index) => [owner, loaded[index]]));
      const snapshots = owners.map((owner) => {
        const found = read.get(owner);
        return found?.position === feed.position ? found?.snapshot : this.#options.snapshots.use(owner);
      });
      if (snapshots.every((snapshot) => snapshot !== undefined)) return rulesOf(snapshots);
    }
    return undefined;
  }

  #hold(owners: readonly Tenant[]): { readonly held: readonly Snapshot[]; readonly missing: readonly Tenant[] } {
    const held: Snapshot[] = [];
    const missing: Tenant[] = [];
    for (const owner of owners) {
      const snapshot = this.#options.snapshots.use(owner);
      if (snapshot === undefined) missing.push(owner);
      else held.push(snapshot);
    }
    return { held, missing };
  }
}

function rulesOf(snapshots: readonly Snapshot[]): readonly StoredRule[] {
  return snapshots.flatMap((snapshot) => [...snapshot.values()]);
}
