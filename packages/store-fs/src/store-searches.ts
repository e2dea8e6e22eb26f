import type { Diagnostic, SearchedRules } from "@precept/core";
import type { SnapshotLocation } from "@precept/files";
import type { LoadRecord } from "./load-record.ts";
import type { StoreRoots } from "./resolved-root.ts";
import type { RuleFileCache } from "./rule-file-cache.ts";

/** What searches need, for one position of the store. */
interface Search {
  /** Undefined if searches need the rules themselves. */
  readonly rules: readonly SearchedRules[] | undefined;
  /** The position of the store. */
  readonly token: string;
}

/** What searches need of the rules of a store, until the rules are loaded for another reason. */
export class StoreSearches {
  readonly #roots: StoreRoots;
  readonly #cache: RuleFileCache;
  readonly #token: () => string;
  #search: Promise<Search> | undefined;
  #diagnostics: readonly Diagnostic[] = [];

  constructor(roots: StoreRoots, cache: RuleFileCache, token: () => string) {
    this.#roots = roots;
    this.#cache = cache;
    this.#token = token;
  }

  /** Recalls what an earlier process stored. If that is impossible, loads the rules and stores what searches need. */
  begin(location: SnapshotLocation, load: (record: LoadRecord) => Promise<void>): void {
    this.#search ??= this.#open(location, load).catch((error: unknown) => {
      this.#search = undefined;
      throw error;
    });
  }

  /** Returns what searches need. Undefined if the rules have changed since. */
  async current(): Promise<readonly SearchedRules[] | undefined> {
    const search = await this.#search;
    return search?.token === this.#token() ? search.rules : undefined;
  }

  /** The diagnostics of files that were not read, in the order of `RuleFileCache.diagnostics`. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** Called before the rules are loaded for another reason. */
  end(): void {
    this.#search = undefined;
    this.#diagnostics = [];
  }

  async #open(location: SnapshotLocation, load: (record: LoadRecord) => Promise<void>): Promise<Search> {
    const { loadSearch, recallSearch } = await import("./searched-rules.ts");
    const recalled = await recallSearch(this.#roots, this.#cache, location);
    if (recalled === undefined) {
      const rules = await loadSearch(this.#roots, this.#cache, location, load);
      return { rules, token: this.#token() };
    }
    this.#diagnostics = recalled.diagnostics;
    return { rules: recalled.rules, token: this.#token() };
  }
}
