import { pushAll } from "../model/lists.ts";
import type { MemoryRulesResponse } from "@precept/contract";
import { withoutUndefined } from "../model/json.ts";
import type { Cancellable } from "../ports/cancellable.ts";
import type { SearchHit, SearchResult } from "../ports/rule-search.ts";
import type { Rulebook } from "../rulebook/rulebook.ts";
import { pageAfter } from "./page-rules.ts";
import { isForOneOf, type MemorySearchQuery } from "./read-memory-requests.ts";

const pageSize = 200;

/** The hits of a page, and what the response says about the search. */
export type FoundMemoryRules = Omit<MemoryRulesResponse, "rules" | "stores"> & { readonly hits: readonly SearchHit[] };

export async function searchMemoryRules(
  rulebook: Pick<Rulebook, "search">,
  query: MemorySearchQuery,
  options: Cancellable,
): Promise<FoundMemoryRules> {
  const { owner, filter, text, mode, minScores, contexts, targets, limit, cursor } = query;
  const search = { text, mode, filter: { ...filter, tenant: owner }, ...(minScores !== undefined && { minScores }) };
  if (contexts.length <= 1 && targets.length <= 1) {
    const found = await rulebook.search({ ...search, limit, ...(cursor !== undefined && { cursor }) }, options);
    return describe(found, found.hits, found.total, found.cursor);
  }
  // A store filters by one context and one tool. With several, read all hits, so that pages and the total are exact.
  const hits: SearchHit[] = [];
  let found = await rulebook.search({ ...search, limit: pageSize }, options);
  for (;;) {
    pushAll(
      hits,
      found.hits.filter(({ stored }) => isForOneOf(stored.rule, query)),
    );
    if (found.cursor === undefined) break;
    found = await rulebook.search({ ...search, limit: pageSize, cursor: found.cursor }, options);
  }
  const { items, next } = pageAfter(hits, ({ stored }) => stored.rule, query);
  return describe(found, items, hits.length, next);
}

function describe(
  { modeUsed, degraded, isCut }: SearchResult,
  hits: readonly SearchHit[],
  total: number,
  next: string | undefined,
): FoundMemoryRules {
  const found = { hits, total_count: total, next_cursor: next, mode_used: modeUsed, degraded, is_cut: isCut || undefined };
  return withoutUndefined(found);
}
