import { listStored, RuleSearchIndex, type Embedder, type RuleStore, type SearchQuery, type SearchResult } from "@precept/core";
import { collect } from "./rules.ts";

/** Searches the rules of a store in memory: evaluates the filter for each rule, and compares the query with each one. */
export async function searchByModel(store: RuleStore, query: SearchQuery, embedder?: Embedder): Promise<SearchResult> {
  const index = new RuleSearchIndex({ embedder });
  const stored = await collect(store.list());
  for (const one of stored) index.set(one);
  await index.embedPending();
  const passing = await collect(listStored(stored, { filter: query.filter ?? {} }, () => undefined));
  const ids = new Set(passing.map(({ rule }) => rule.id));
  return index.search(query, { passes: (rule) => ids.has(rule.id) });
}

/** What a search found, with scores that do not depend on the order of additions. */
export function found({ hits, ...rest }: SearchResult) {
  return {
    ...rest,
    hits: hits.map(({ stored, scores }) => ({
      id: stored.rule.id,
      ...(scores.sparse !== undefined && { sparse: scores.sparse.toFixed(5) }),
      ...(scores.dense !== undefined && { dense: scores.dense.toFixed(5) }),
    })),
  };
}
