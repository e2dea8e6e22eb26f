import type { SearchDegradation } from "@precept/contract/values";
import type { JoinedIndex } from "../match/joined-index.ts";
import type { Rule } from "../model/rule.ts";
import type { Tenant } from "../model/tenant.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { RuleSearchRequestOptions } from "./options.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { MeaningSearch } from "../ports/meaning-search.ts";
import { passesFilter, type FilteredRule } from "../ports/rule-filter.ts";
import type { SearchHit, SearchQuery, SearchResult } from "../ports/rule-search.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import type { SearchedRules } from "../ports/searched-rules.ts";
import type { StoredRule } from "../ports/stored-rule.ts";
import { fuseLegs, type DenseCandidate, type ScoredId } from "../search/fuse-legs.ts";
import { confidenceOf } from "../search/meaning-scale.ts";
import { pageHits, readPage } from "../search/page-hits.ts";
import { RuleSearchIndex } from "../search/rule-search-index.ts";
import {
  searchIndexes,
  type FoundElsewhere,
  type QueryVector,
  type SearchableIndex,
  type SearchedLegs,
  type SearchIndexesOptions,
} from "../search/search-indexes.ts";
import { SearchedIndex } from "../search/searched-index.ts";
import { maxCandidates } from "../search/top-candidates.ts";
import type { Partition } from "./partition.ts";

/** How many hits of a store are merged with those of other stores. */
const maxMerged = 200;

export interface SearchVisibleOptions extends RuleSearchRequestOptions {
  readonly tenant: Tenant;
  readonly parts: readonly Partition[];
  readonly index: JoinedIndex;
  readonly embedder: Embedder | undefined;
  readonly meaning: MeaningSearch | undefined;
}

/** Searches the visible rules with their store's search or an index in memory, and ranks all candidates together. */
export async function searchVisible(query: SearchQuery, options: SearchVisibleOptions): Promise<SearchResult> {
  const { parts, tenant, signal, embedder, meaning } = options;
  readPage(query);
  const followed = parts.flatMap(({ rules }) => rules);
  const searchesItself = (store: RuleStore): boolean => store.capabilities.search && store.id !== meaning?.store;
  const searching = [
    ...new Set(followed.filter(({ store, size }) => searchesItself(store) && size > 0).map(({ store }) => store)),
  ];
  const hasOthers = followed.some(({ store, size }) => !searchesItself(store) && size > 0);
  const filter = { ...query.filter, tenant };
  const [only] = searching;
  if (only !== undefined && searching.length === 1 && !hasOthers) return only.search({ ...query, filter }, { signal });
  const hits = new Map<string, SearchHit["stored"]>();
  // All candidates are merged before the page is selected.
  const { cursor: _cursor, ...whole } = query;
  const indexes = parts.flatMap((part) =>
    part.searchIndexes((store) => {
      if (searchesItself(store)) return undefined;
      return new RuleSearchIndex(store.id === meaning?.store ? {} : { embedder });
    }),
  );
  const replacements = options.index.replacements(tenant);
  const isSuperseded = (rule: Rule): boolean => replacements.get(rule)?.kind === "superseded";
  const searched = await Promise.all([
    ...searching.map((store) => searchStore(store, { ...whole, filter }, hits, signal)),
    searchInMemory(
      indexes,
      { ...whole, filter },
      {
        ...options,
        isSuperseded,
        ...(meaning !== undefined && { elsewhere: (vector) => searchByMeaning(meaning, indexes, vector, options) }),
      },
    ),
  ]);
  return selectHits(searched, query, (id) => hits.get(id) ?? findIn(indexes, id));
}

/** Searches the rules of stores that have the words of all their rules, and of which none replaces another one. */
export async function searchWithoutReading(
  query: SearchQuery,
  rules: readonly SearchedRules[],
  options: Pick<SearchVisibleOptions, "tenant" | "signal" | "session">,
): Promise<SearchResult> {
  readPage(query);
  const indexes = rules.map((one) => new SearchedIndex(one));
  const filter = { ...query.filter, tenant: options.tenant };
  const { cursor: _cursor, ...whole } = query;
  const found = await searchInMemory(
    indexes,
    { ...whole, filter },
    { ...options, embedder: undefined, isSuperseded: () => false },
  );
  return selectHits([found], query, (id) => findIn(indexes, id));
}

/** Ranks all candidates together, and returns the page of a query. */
function selectHits(
  searched: readonly SearchedLegs[],
  query: SearchQuery,
  storedOf: (id: string) => StoredRule | undefined,
): SearchResult {
  const legs = {
    sparse: searched.flatMap(({ legs: { sparse = [] } }) => sparse),
    dense: searched.flatMap(({ legs: { dense = [] } }) => dense),
  };
  const { hits: page, ...rest } = pageHits(fuseLegs(legs, query), query);
  const degraded = worstDegradation(searched);
  return {
    ...rest,
    hits: page.flatMap(({ id, ...hit }) => {
      const stored = storedOf(id);
      return stored === undefined ? [] : [{ stored, ...hit }];
    }),
    modeUsed: searched.find(({ modeUsed }) => modeUsed !== "sparse")?.modeUsed ?? "sparse",
    ...(degraded !== undefined && { degraded }),
    isCut: searched.some(({ isCut }) => isCut),
  };
}

type StoredHits = Map<string, SearchHit["stored"]>;

async function searchStore(
  store: RuleStore,
  query: SearchQuery,
  hits: StoredHits,
  signal: Cancellable["signal"],
): Promise<SearchedLegs> {
  const found = await store.search({ ...query, limit: maxMerged }, { signal });
  const sparse: ScoredId[] = [];
  const dense: DenseCandidate[] = [];
  for (const { stored, scores, confidence } of found.hits) {
    const id = keyOf(stored.rule);
    hits.set(id, stored);
    if (scores.sparse !== undefined) sparse.push({ id, score: scores.sparse });
    if (scores.dense !== undefined) dense.push({ id, score: scores.dense, confidence });
  }
  const { modeUsed, degraded, isCut, cursor } = found;
  return { legs: { sparse, dense }, modeUsed, ...(degraded !== undefined && { degraded }), isCut: isCut || cursor !== undefined };
}

/** Finds rules of the indexes, whose vectors are elsewhere. Drops what it found by the text of another revision. */
async function searchByMeaning(
  meaning: MeaningSearch,
  indexes: readonly RuleSearchIndex[],
  { values: vector, embedder }: QueryVector,
  { tenant, signal }: Pick<SearchVisibleOptions, "tenant" | "signal">,
): Promise<FoundElsewhere<Rule>> {
  const { candidates, scale, isComplete } = await meaning.search({ vector, embedder, tenant, limit: maxCandidates }, { signal });
  const current = candidates.flatMap(({ id, revision, score }) => {
    const stored = findStored(indexes, meaning.store, id);
    return stored?.revision === revision ? [{ rule: stored.rule, score, confidence: confidenceOf(score, scale) }] : [];
  });
  return {
    candidates: current,
    isComplete: isComplete && current.length === candidates.length,
    isCut: candidates.length >= maxCandidates,
  };
}

function findStored(indexes: readonly RuleSearchIndex[], store: string, id: string): StoredRule | undefined {
  return indexes.find((one) => one.fieldsOf(id)?.origin.store === store)?.get(id);
}

interface InMemoryOptions<Fields extends FilteredRule>
  extends Pick<SearchVisibleOptions, "embedder" | "signal" | "session">, Pick<SearchIndexesOptions<Fields>, "elsewhere"> {
  readonly isSuperseded: (rule: Fields) => boolean;
}

async function searchInMemory<Fields extends FilteredRule>(
  indexes: readonly SearchableIndex<Fields>[],
  query: SearchQuery,
  { isSuperseded, embedder, signal, session, elsewhere }: InMemoryOptions<Fields>,
): Promise<SearchedLegs> {
  const isOfSession = ({ origin }: Fields): boolean =>
    session === undefined || origin.session === undefined || origin.session === session;
  const passes = (rule: Fields): boolean => isOfSession(rule) && passesFilter(rule, query.filter ?? {}, isSuperseded(rule));
  return searchIndexes(indexes, query, { passes, embedder, keyOf, signal, elsewhere });
}

/** Finds the rule of a key in indexes of several stores and owners. */
function findIn(indexes: readonly SearchableIndex[], key: string): StoredRule | undefined {
  const [store, id = ""] = JSON.parse(key) as readonly string[];
  const index = indexes.find((one) => one.fieldsOf(id)?.origin.store === store);
  return index?.get(id);
}

/** Identifies a rule among all stores. Begins with the store: hits with equal scores are ordered by store, then id. */
function keyOf({ id, origin }: FilteredRule): string {
  return JSON.stringify([origin.store, id]);
}

const degradations: readonly SearchDegradation[] = ["embedder_failed", "no_embedder", "vectors_incomplete"];

function worstDegradation(searched: readonly SearchedLegs[]): SearchDegradation | undefined {
  return degradations.find((degradation) => searched.some(({ degraded }) => degraded === degradation));
}
