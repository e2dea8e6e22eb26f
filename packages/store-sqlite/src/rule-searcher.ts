import {
  fuseLegs,
  pageHits,
  PreceptError,
  type Cancellable,
  type Embedder,
  type FusedHit,
  type SearchDegradation,
  type SearchHit,
  type SearchQuery,
  type SearchResult,
} from "@precept/core";
import { searchDense } from "./dense-leg.ts";
import type { Driver } from "./driver.ts";
import { isVector } from "./embed-rules.ts";
import { storedOf } from "./rows.ts";
import { SearchCorpus } from "./search-corpus.ts";
import { searchSparse } from "./sparse-leg.ts";
import { VectorCache } from "./vector-cache.ts";
import { findSpace, isComplete } from "./vector-spaces.ts";
import { readCurrent } from "./write.ts";

interface SearcherOptions {
  /** The id of the store. */
  readonly store: string;
  readonly embedder: Embedder | undefined;
  readonly vectorCacheBytes: number;
}

/** The vector of a query, or why there is none. */
type QueryVector =
  | { readonly vector: Float32Array; readonly embedderId: string; readonly dim: number }
  | { readonly degraded?: SearchDegradation };

/** Searches the rules of a file. */
export class RuleSearcher {
  readonly #options: SearcherOptions;
  readonly #corpus = new SearchCorpus();
  readonly #cache: VectorCache;

  constructor(options: SearcherOptions) {
    this.#options = options;
    this.#cache = new VectorCache(options.vectorCacheBytes);
  }

  /** @param access returns the connection, or throws if the store is closed or the call is aborted. */
  async search(access: () => Driver, query: SearchQuery, { signal }: Cancellable): Promise<SearchResult> {
    access();
    // Checks the limit and the cursor before the query is embedded.
    pageHits([], query);
    const vector = await this.#embed(query, signal);
    const driver = access();
    return driver.snapshot(() => this.#read(driver, query, vector));
  }

  async #embed({ text, mode = "hybrid" }: SearchQuery, signal: Cancellable["signal"]): Promise<QueryVector> {
    const { embedder } = this.#options;
    if (mode === "sparse") return {};
    if (embedder === undefined) {
      if (mode === "dense") throw new PreceptError("SEARCH_MODE_UNAVAILABLE", { mode });
      return { degraded: "no_embedder" };
    }
    try {
      const { id, dim } = await embedder.info({ signal });
      const [vector] = await embedder.embed([text], { kind: "query", signal });
      if (isVector(vector, dim)) return { vector, embedderId: id, dim };
      throw new PreceptError("EMBEDDER_FAILED", { embedder: id, reason: `it did not return a vector of ${dim} numbers` });
    } catch (error) {
      signal?.throwIfAborted();
      if (mode === "dense") throw error;
      return { degraded: "embedder_failed" };
    }
  }

  #read(driver: Driver, query: SearchQuery, embedded: QueryVector): SearchResult {
    const { text, mode = "hybrid", filter = {}, minScores = {} } = query;
    const sparse = mode === "dense" ? undefined : searchSparse(driver, this.#corpus, text, filter);
    const isDense = "vector" in embedded;
    const space = isDense ? findSpace(driver, { id: embedded.embedderId }) : undefined;
    const dense = isDense && space ? searchDense(driver, this.#cache, embedded.vector, space, filter) : undefined;
    const hits = fuseLegs({ sparse: sparse?.candidates ?? [], dense: dense?.candidates ?? [] }, { minScores });
    const page = pageHits(hits, query);
    const incomplete = isDense && !isComplete(driver, space) ? "vectors_incomplete" : undefined;
    const degraded = isDense ? incomplete : embedded.degraded;
    return {
      ...page,
      hits: page.hits.map((hit) => this.#load(driver, hit)),
      modeUsed: isDense ? mode : "sparse",
      ...(degraded !== undefined && { degraded }),
      isCut: sparse?.isCut === true || dense?.isCut === true,
    };
  }

  #load(driver: Driver, { id, score, scores }: FusedHit): SearchHit {
    const row = readCurrent(driver, id);
    // The candidates are read in the same snapshot, and only from current rules.
    if (row === undefined) throw new Error(`The search index has the rule "${id}", which does not exist.`);
    return { stored: storedOf(row, this.#options.store), score, scores };
  }
}
