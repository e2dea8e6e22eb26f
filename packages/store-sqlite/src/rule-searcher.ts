import {
  confidenceOf,
  cutSearchText,
  fuseLegs,
  pageHits,
  PreceptError,
  readPage,
  type Cancellable,
  type CancelSignal,
  type SearchDegradation,
  type SearchQuery,
  type SearchResult,
} from "@precept/core";
import { searchDense } from "./dense-leg.ts";
import type { Driver } from "./driver.ts";
import { EmbedQueue, isVector } from "./embed-rules.ts";
import type { CompleteOptions } from "./options.ts";
import { readMany } from "./read.ts";
import { SearchCorpora } from "./search-corpus.ts";
import { assertSearchable } from "./search-index.ts";
import { searchSparse } from "./sparse-leg.ts";
import { MeaningScales } from "./meaning-scales.ts";
import { RecentVectors, VectorCache } from "./vector-cache.ts";
import { findSpace, hasVectors, isComplete, isUsedRecently } from "./vector-spaces.ts";

interface PreparedQuery {
  /** The vector of the query. Absent for a blank query, or for a search by words only. */
  readonly vector?: Float32Array;
  /** The id of the embedder. Absent for a search by words only. */
  readonly embedderId?: string;
  readonly degraded?: SearchDegradation;
}

/** Searches the rules of a file, and embeds them in the background. */
export class RuleSearcher {
  readonly #access: (signal?: CancelSignal) => Driver;
  readonly #options: CompleteOptions;
  readonly #corpora = new SearchCorpora();
  readonly #cache: VectorCache;
  readonly #recent = new RecentVectors();
  readonly #scales = new MeaningScales();
  readonly #queue: EmbedQueue | undefined;
  /** Whether a search has used vectors, so that changed rules are embedded immediately. */
  #usesVectors = false;

  /** @param access returns the connection, or throws if the store is closed or the call is aborted. */
  constructor(access: (signal?: CancelSignal) => Driver, options: CompleteOptions) {
    const { embedder, readOnly, maxVectorBytes } = options;
    this.#access = access;
    this.#options = options;
    this.#cache = new VectorCache(maxVectorBytes);
    this.#queue = embedder === undefined || readOnly ? undefined : new EmbedQueue(access, { ...options, embedder });
  }

  async search(query: SearchQuery, { signal }: Cancellable): Promise<SearchResult> {
    assertSearchable(this.#access(signal), this.#options);
    readPage(query);
    const prepared = await this.#prepare(query, signal);
    const driver = this.#access(signal);
    return driver.snapshot(() => this.#read(driver, query, prepared));
  }

  /** Embeds rules that were written, in the background. */
  embedChanges(): void {
    if (this.#usesVectors) this.#queue?.start();
  }

  /** Ends the background work. */
  async close(): Promise<void> {
    this.#cache.clear();
    this.#recent.clear();
    await this.#queue?.close();
  }

  async #prepare({ text, mode = "hybrid" }: SearchQuery, signal: CancelSignal | undefined): Promise<PreparedQuery> {
    const { embedder } = this.#options;
    if (mode === "sparse") return {};
    if (embedder === undefined) {
      if (mode === "dense") throw new PreceptError("SEARCH_MODE_UNAVAILABLE", { mode });
      return { degraded: "no_embedder" };
    }
    this.#usesVectors = true;
    try {
      const { id, dim } = await embedder.info({ signal });
      if (text.trim() === "") return { embedderId: id };
      const [vector] = await embedder.embed([cutSearchText(text)], { kind: "query", signal });
      if (isVector(vector, dim)) return { vector, embedderId: id };
      throw new PreceptError("EMBEDDER_FAILED", { embedder: id, reason: `it did not return a vector of ${dim} numbers` });
    } catch (error) {
      signal?.throwIfAborted();
      if (mode === "dense") throw error;
      return { degraded: "embedder_failed" };
    }
  }

  #read(driver: Driver, query: SearchQuery, { vector, embedderId, degraded }: PreparedQuery): SearchResult {
    const { text, mode = "hybrid", filter = {} } = query;
    const usesVectors = embedderId !== undefined;
    const space = usesVectors ? findSpace(driver, embedderId) : undefined;
    const sparse = mode === "dense" ? undefined : searchSparse(driver, this.#corpora.read(driver, filter), text, filter);
    const dense =
      vector && space ? searchDense(driver, { cache: this.#cache, recent: this.#recent, vector, space, filter }) : undefined;
    const scale = space && dense ? this.#scales.read(driver, space) : undefined;
    const rated = (dense?.candidates ?? []).map((one) => ({ ...one, confidence: confidenceOf(one.score, scale) }));
    const fused = fuseLegs({ sparse: sparse?.candidates ?? [], dense: rated }, query);
    const { hits, ...page } = pageHits(fused, query);
    const ids = hits.map(({ id }) => id);
    const rules = readMany(driver, ids, this.#options.id);
    const incomplete = usesVectors && !hasVectors(driver, space, filter) ? "vectors_incomplete" : undefined;
    if (usesVectors && (!isComplete(driver, space) || !isUsedRecently(driver, space, this.#options.now()))) this.#queue?.start();
    const reason = degraded ?? incomplete;
    return {
      modeUsed: usesVectors ? mode : "sparse",
      ...(reason !== undefined && { degraded: reason }),
      ...page,
      hits: hits.flatMap(({ id, ...hit }) => {
        const stored = rules.get(id);
        return stored === undefined ? [] : [{ stored, ...hit }];
      }),
      isCut: sparse?.isCut === true || dense?.isCut === true,
    };
  }
}
