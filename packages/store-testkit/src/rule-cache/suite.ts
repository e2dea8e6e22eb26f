import type { RuleCache } from "@precept/core";

/** Describes a cache to the test suite. */
export interface RuleCacheSuite {
  /** Opens a new, empty cache. The suite closes it. */
  readonly open: () => Promise<OpenRuleCache>;
  /** Lets time pass for the cache, in milliseconds. */
  readonly pass: (ms: number) => Promise<void>;
  /**
   * Opens a second client of the values of an open cache, as another process would. Absent: the checks with two clients
   * are skipped. The suite closes it.
   */
  readonly peer?: (cache: RuleCache) => Promise<OpenRuleCache>;
  /**
   * For how many milliseconds `get` waits at most while another client reads the rules of a missing key. Absent: it does
   * not wait, so the checks of waiting are skipped.
   */
  readonly waitMs?: number;
  /** Changes what is stored. Absent: the checks of damaged values are skipped. */
  readonly stored?: StoredTexts;
}

export interface OpenRuleCache extends AsyncDisposable {
  readonly cache: RuleCache;
}

/** What a cache stores, without its checks. */
export interface StoredTexts {
  read(cache: RuleCache, key: string): Promise<string>;
  write(cache: RuleCache, key: string, text: string): Promise<void>;
}
