import type { SearchDegradation } from "@precept/contract/values";
import type { JoinedIndex } from "../match/joined-index.ts";
import type { Rule } from "../model/rule.ts";
import type { Tenant } from "../model/tenant.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { RuleSearchRequestOptions } from "./options.ts";
import type { Embedder } from "../ports/embedder.ts";
import { passesFilter } from "../ports/rule-filter.ts";
import type { SearchHit, SearchQuery, SearchResult } from "../ports/rule-search.ts";
import type { RuleStore } from "../ports/rule-store.ts";
import { fuseLegs, type DenseCandidate, type ScoredId } from "../search/fuse-legs.ts";
import { pageHits, readPage } from "../search/page-hits.ts";
import { RuleSearchIndex } from "../search/rule-search-index.ts";
import { searchIndexes, type SearchedLegs } from "../search/search-indexes.ts";
import type { Partition } from "./partition.ts";

/** How many hits of a store are merged with those of other stores. */
const maxMerged = 200;

export interface SearchVisibleOptions extends RuleSearchRequestOptions {
  readonly tenant: Tenant;
  readonly parts: readonly Partition[];
  readonly index: JoinedIndex;
  readonly embedder: Embedder | undefined;
}

/** Searches the visible rules with their store's search or an index in memory, and ranks all candidates together. */
export async function searchVisible(query: SearchQuery, options: SearchVisibleOptions): Promise<SearchResult> {
  const { parts, tenant, signal } = options;
  readPage(query);
  const followed = parts.flatMap(({ rules }) => rules);
  const searching = [
    ...new Set(followed.filter(({ store, size }) => store.capabilities.search && size > 0).map(({ store }) => store)),
  ];
  const hasOthers = followed.some(({ store, size }) => !store.capabilities.search && size > 0);
  const filter = { ...query.filter, tenant };
  const [only] = searching;
  if (only !== undefined && searching.length === 1 && !hasOthers) return only.search({ ...query, filter }, { signal });
  const hits = new Map<string, SearchHit["stored"]>();
  // All candidates are merged before the page is selected.
  const { cursor: _cursor, ...whole } = query;
  const searched = await Promise.all([
    ...searching.map((store) => searchStore(store, { ...whole, filter }, hits, signal)),
    searchInMemory({ ...whole, filter }, options, hits),
  ]);
  const legs = {
    sparse: searched.flatMap(({ legs: { sparse = [] } }) => sparse),
    dense: searched.flatMap(({ legs: { dense = [] } }) => dense),
  };
  const { hits: page, ...rest } = pageHits(fuseLegs(legs, query), query);
  const degraded = worstDegradation(searched);
  return {
    ...rest,
    hits: page.flatMap(({ id, ...hit }) => {
      const stored = hits.get(id);
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

async function searchInMemory(
  query: SearchQuery,
  { parts, index, tenant, embedder, signal, session }: SearchVisibleOptions,
  hits: StoredHits,
): Promise<SearchedLegs> {
  const indexes = parts.flatMap((part) => part.searchIndexes(() => new RuleSearchIndex({ embedder })));
  const replacements = index.replacements(tenant);
  const isOfSession = ({ origin }: Rule): boolean =>
    session === undefined || origin.session === undefined || origin.session === session;
  const passes = (rule: Rule): boolean =>
    isOfSession(rule) && passesFilter(rule, query.filter ?? {}, replacements.get(rule)?.kind === "superseded");
  const found = await searchIndexes(indexes, query, { passes, embedder, keyOf, signal });
  const ids = new Set([...(found.legs.sparse ?? []), ...(found.legs.dense ?? [])].map(({ id }) => id));
  for (const id of ids) {
    const [, ruleId = ""] = JSON.parse(id) as readonly string[];
    for (const one of indexes) {
      const stored = one.get(ruleId);
      if (stored !== undefined && keyOf(stored.rule) === id) hits.set(id, stored);
    }
  }
  return found;
}

/** Identifies a rule among all stores. Begins with the store: hits with equal scores are ordered by store, then id. */
function keyOf({ id, origin }: Rule): string {
  return JSON.stringify([origin.store, id]);
}

const degradations: readonly SearchDegradation[] = ["embedder_failed", "no_embedder", "vectors_incomplete"];

function worstDegradation(searched: readonly SearchedLegs[]): SearchDegradation | undefined {
  return degradations.find((degradation) => searched.some(({ degraded }) => degraded === degradation));
}
