import { listStored, RuleSearchIndex, type Embedder, type RuleStore, type SearchQuery, type SearchResult } from "@precept/core";
import { collect } from "./rules.ts";

/**
 * Searches the rules of a store in memory: evaluates the filter for each rule, and compares the query with each one.
 */
export async function searchByModel(store: RuleStore, query: SearchQuery, embedder?: Embedder): Promise<SearchResult> {
  const index = new RuleSearchIndex({ embedder });
  const { tenant, owner, projectId, userId } = query.filter ?? {};
  const owners = Object.entries({ tenant, owner, projectId, userId }).filter(([, value]) => value !== undefined);
  // The index has only rules that the owners see, so that nothing depends on others.
  for (const one of await collect(store.list({ filter: Object.fromEntries(owners) }))) index.set(one);
  const stored = await collect(store.list());
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
