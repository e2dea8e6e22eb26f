import type { Rule } from "../model/rule.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { Embedder } from "../ports/embedder.ts";
import { passesFilter } from "../ports/rule-filter.ts";
import type { SearchQuery, SearchResult } from "../ports/rule-search.ts";
import type { StoredRule } from "../ports/stored-rule.ts";
import { fuseLegs } from "./fuse-legs.ts";
import { pageHits } from "./page-hits.ts";
import { countRuleTerms } from "./rule-terms.ts";
import { RuleVectors, type EmbeddingProgress } from "./rule-vectors.ts";
import { searchIndexes } from "./search-indexes.ts";
import { SparseIndex } from "./sparse-index.ts";
import type { VectorIndex } from "./vector-index.ts";

export interface RuleSearchIndexOptions {
  /** Embeds queries and, in the background, rules. Not disposed of. Default: none; rules are only found by words. */
  readonly embedder?: Embedder | undefined;
  /** Receives errors of the embedder in the background. The next search tries again. Default: errors are ignored. */
  readonly onEmbeddingError?: ((error: unknown) => void) | undefined;
}

export interface RuleSearchOptions extends Cancellable {
  /** Which rules may be hits. Default: those that pass the filter of the query; no rule counts as superseded. */
  readonly passes?: ((rule: Rule) => boolean) | undefined;
}

/**
 * Finds rules in memory, for stores that cannot search. The first search that uses vectors starts to embed
 * the rules. Until they have vectors, they are found by words.
 *
 * @example
 * ```ts
 * import { createRule, RuleSearchIndex } from "@precept/core";
 *
 * const index = new RuleSearchIndex();
 * const rule = createRule({ id: "style", name: "style", content: "Use named exports." });
 * index.set({ rule, revision: "1", cursor: "style" });
 * const { hits } = await index.search({ text: "exports" });
 * ```
 */
export class RuleSearchIndex {
  readonly #rules = new Map<string, StoredRule>();
  readonly #words = new SparseIndex();
  readonly #embedder: Embedder | undefined;
  readonly #vectors: RuleVectors | undefined;
  readonly #onEmbeddingError: (error: unknown) => void;
  /** Whether a search used vectors before. Changed rules are then embedded immediately. */
  #usesVectors = false;

  constructor({ embedder, onEmbeddingError = () => undefined }: RuleSearchIndexOptions = {}) {
    this.#embedder = embedder;
    this.#vectors = embedder === undefined ? undefined : new RuleVectors(embedder);
    this.#onEmbeddingError = onEmbeddingError;
  }

  /** The number of rules. */
  get size(): number {
    return this.#rules.size;
  }

  /** How many rules have a vector. Undefined without an embedder. */
  get progress(): EmbeddingProgress | undefined {
    return this.#vectors?.progress;
  }

  /** Adds a rule, or replaces the one with its id. */
  set(stored: StoredRule): void {
    const { rule } = stored;
    const previous = this.#rules.get(rule.id)?.rule;
    this.#rules.set(rule.id, stored);
    this.#words.set(rule.id, countRuleTerms(rule));
    this.#vectors?.set(rule, previous);
    if (this.#usesVectors) this.#embedInBackground();
  }

  /** Deletes a rule. Returns whether it existed. */
  delete(id: string): boolean {
    this.#words.delete(id);
    this.#vectors?.delete(id);
    return this.#rules.delete(id);
  }

  /** Searches the rules. Throws like `RuleSearch.search`, and `EMBEDDER_FAILED` if `dense` cannot embed the query. */
  async search(query: SearchQuery, options: RuleSearchOptions = {}): Promise<SearchResult> {
    const { passes = (rule: Rule) => passesFilter(rule, query.filter ?? {}), signal } = options;
    const { legs, isCut, ...mode } = await searchIndexes([this], query, { passes, embedder: this.#embedder, signal });
    const { hits, ...page } = pageHits(fuseLegs(legs, query), query);
    return {
      ...mode,
      ...page,
      hits: hits.flatMap(({ id, ...hit }) => {
        const stored = this.#rules.get(id);
        return stored === undefined ? [] : [{ stored, ...hit }];
      }),
      isCut,
    };
  }

  /** Returns a rule by id. */
  get(id: string): StoredRule | undefined {
    return this.#rules.get(id);
  }

  fieldsOf(id: string): Rule | undefined {
    return this.#rules.get(id)?.rule;
  }

  get words(): SparseIndex {
    return this.#words;
  }

  /** The vectors that exist. Starts to embed the rules that have none. Undefined: none exist yet. */
  get vectors(): VectorIndex | undefined {
    this.#usesVectors = true;
    this.#embedInBackground();
    return this.#vectors?.index;
  }

  get lacksVectors(): boolean {
    const { embedded, total } = this.progress ?? { embedded: 0, total: 0 };
    return embedded < total;
  }

  /** Embeds all rules without a vector. After `EMBEDDER_FAILED`, the next call continues with the remaining rules. */
  async embedPending(): Promise<void> {
    await this.#vectors?.embedPending();
  }

  /** Stops embedding after the current batch. */
  close(): void {
    this.#vectors?.close();
  }

  #embedInBackground(): void {
    this.#vectors?.embedPending().catch(this.#onEmbeddingError);
  }
}
