import { listStored, RuleSearchIndex, type RuleStore, type SearchQuery, type SearchResult, type StoredRule } from "@precept/core";

/** Searches the rules of a store by words in memory, with an index of only the rules that the owners of the filter see. */
export async function searchByModel(store: RuleStore, query: SearchQuery): Promise<SearchResult> {
  const { filter = {} } = query;
  const { tenant, owner, projectId, userId } = filter;
  const owners = Object.entries({ tenant, owner, projectId, userId }).filter(([, value]) => value !== undefined);
  const index = new RuleSearchIndex();
  for (const one of await collect(store.list({ filter: Object.fromEntries(owners) }))) index.set(one);
  const passing = await collect(listStored(await collect(store.list()), { filter }, () => undefined));
  const ids = new Set(passing.map(({ rule }) => rule.id));
  return index.search(query, { passes: (rule) => ids.has(rule.id) });
}

async function collect(rules: AsyncIterable<StoredRule>): Promise<readonly StoredRule[]> {
  const all: StoredRule[] = [];
  for await (const rule of rules) all.push(rule);
  return all;
}
