import { deepFreeze } from "../model/json.ts";
import { tenantKey, type Tenant } from "../model/tenant.ts";
import type { StoredRule } from "../ports/stored-rule.ts";
import type { CacheCounters } from "./metrics.ts";
import type { SharedLayerOptions } from "./options.ts";
import type { Snapshot } from "./held-rules.ts";

/** The version of the value format. Part of the keys, so that processes of different versions do not share values. */
const formatVersion = 1;

const defaultTtlMs = 30 * 60_000;

export interface PositionedSnapshot {
  readonly position: string;
  readonly snapshot: Snapshot;
}

/** The snapshots that processes share. Errors of the cache are counted, and are otherwise like a missing snapshot. */
export class SharedSnapshots {
  readonly #options: SharedLayerOptions;
  readonly #store: string;
  readonly #counters: CacheCounters;

  constructor(options: SharedLayerOptions, store: string, counters: CacheCounters) {
    this.#options = options;
    this.#store = store;
    this.#counters = counters;
  }

  async get(owner: Tenant): Promise<PositionedSnapshot | undefined> {
    const key = this.#keyOf(owner);
    const value = await this.#try(() => this.#options.cache.get(key));
    if (value === undefined) return undefined;
    const read = readSnapshot(value);
    if (read !== undefined) return read;
    this.#counters.l2Errors += 1;
    await this.#try(() => this.#options.cache.delete(key));
    return undefined;
  }

  async set(owner: Tenant, { position, snapshot }: PositionedSnapshot): Promise<void> {
    const { cache, ttlMs = defaultTtlMs } = this.#options;
    const value = JSON.stringify({ position, rules: [...snapshot.values()] });
    await this.#try(() => cache.set(this.#keyOf(owner), value, { ttlMs, rules: snapshot.size }));
  }

  #keyOf(owner: Tenant): string {
    return `${this.#options.keyPrefix ?? "precept"}:snapshot:${formatVersion}:${this.#store}:${tenantKey(owner)}`;
  }

  async #try<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch {
      this.#counters.l2Errors += 1;
      return undefined;
    }
  }
}

/** Reads a value of the cache. Undefined if it is damaged. */
function readSnapshot(value: string): PositionedSnapshot | undefined {
  try {
    const { position, rules } = deepFreeze(JSON.parse(value) as { position: unknown; rules: readonly StoredRule[] });
    if (typeof position !== "string") return undefined;
    return { position, snapshot: new Map(rules.map((stored) => [stored.rule.id, stored])) };
  } catch {
    return undefined;
  }
}
