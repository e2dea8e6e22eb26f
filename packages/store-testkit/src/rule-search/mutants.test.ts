import { createMemoryStore, type RuleStore, type SearchQuery, type SearchResult } from "@precept/core";
import { describe, expect, it } from "vitest";
import { checkRuleSearch, describeRuleSearch, ruleSearchChecks, type RuleSearchCheck } from "./describe-rule-search.ts";
import { searchByModel } from "./search-by-model.ts";

type Search = (store: RuleStore, query: SearchQuery) => Promise<SearchResult>;

/** A store in memory that searches with a function. */
async function openWith(search: Search): Promise<RuleStore> {
  const store = createMemoryStore();
  return Object.assign(store, { search: (query: SearchQuery) => search(store, query) });
}

const runs = 100;

describeRuleSearch("a search in memory", { open: () => openWith(searchByModel), runs: 20 });

const withoutFilter = (query: SearchQuery): SearchQuery => ({ ...query, filter: {} });

/** For each behaviour, a search that lacks it. */
const mutants: Readonly<Record<RuleSearchCheck, Search>> = {
  "search/fields": async (store, query) => reversed(await searchByModel(store, query)),
  "search/languages": (store, query) => searchByModel(store, { ...query, text: query.text.replaceAll(/[^ -~]/g, "") }),
  "search/spelling": (store, query) => searchByModel(store, { ...query, text: query.text.replace("databose", "") }),
  "search/current": async (store, query) =>
    query.text === "first" ? searchByModel(store, { text: "second" }) : searchByModel(store, query),
  "search/owners": (store, query) => searchByModel(store, withoutFilter(query)),
  "search/corrections-of-tenant": searchWeighedByAll,
  "search/model": searchWeighedByAll,
  "search/pages": async (store, query) => searchByModel(store, { ...query, limit: Math.min(query.limit ?? 10, 5) }),
  "search/invalid-page": (store, query) => searchByModel(store, { text: query.text }),
};

/** The weights and corrections depend on the rules of all tenants. */
async function searchWeighedByAll(store: RuleStore, query: SearchQuery): Promise<SearchResult> {
  const all = await searchByModel(store, { ...withoutFilter(query), limit: 1000 });
  const { hits } = await searchByModel(store, query);
  const ids = new Set(hits.map(({ stored }) => stored.rule.id));
  const seen = all.hits.filter(({ stored }) => ids.has(stored.rule.id));
  return { ...all, hits: seen, total: seen.length };
}

function reversed(result: SearchResult): SearchResult {
  return { ...result, hits: result.hits.toReversed() };
}

describe("a search that lacks a behaviour", () => {
  it.each(ruleSearchChecks)("fails %s", async (id) => {
    const [outcome] = await Promise.allSettled([checkRuleSearch(id, { open: () => openWith(mutants[id]), runs })]);
    expect(outcome.status).toBe("rejected");
  });
});
