/** What a cached store did since it was created. */
export interface CacheMetrics {
  readonly l1: {
    /** Reads whose snapshots were all in memory. */
    readonly hits: number;
    /** Reads that needed at least one other snapshot. */
    readonly misses: number;
    /** The rules in memory at present. */
    readonly rules: number;
    /** The snapshots in memory at present. */
    readonly snapshots: number;
    /** Snapshots that were removed because of `maxRules`. */
    readonly evictions: number;
  };
  /** Counts snapshots, unlike `l1`, which counts reads. */
  readonly l2: {
    /** Snapshots that were found and could be used. */
    readonly hits: number;
    /** Snapshots that were not found, or that could not be brought up to date. */
    readonly misses: number;
    /** Calls that failed, and values that could not be read. */
    readonly errors: number;
  };
  readonly store: {
    /** Listings of the rules of one owner. */
    readonly reads: number;
    /** Calls that asked for the position or for changes. */
    readonly checks: number;
    /** Listings and checks that failed. */
    readonly errors: number;
    /** Reads that did not use the cache. */
    readonly bypasses: number;
  };
  /** Reads that were answered from memory although the store could not confirm the rules. */
  readonly staleAnswers: number;
}

export class CacheCounters {
  l1Hits = 0;
  l1Misses = 0;
  evictions = 0;
  l2Hits = 0;
  l2Misses = 0;
  l2Errors = 0;
  reads = 0;
  checks = 0;
  errors = 0;
  bypasses = 0;
  staleAnswers = 0;

  report({ rules, snapshots }: { readonly rules: number; readonly snapshots: number }): CacheMetrics {
    return {
      l1: { hits: this.l1Hits, misses: this.l1Misses, rules, snapshots, evictions: this.evictions },
      l2: { hits: this.l2Hits, misses: this.l2Misses, errors: this.l2Errors },
      store: { reads: this.reads, checks: this.checks, errors: this.errors, bypasses: this.bypasses },
      staleAnswers: this.staleAnswers,
    };
  }
}
