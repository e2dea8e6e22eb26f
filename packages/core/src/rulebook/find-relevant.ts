import { failedPrecondition } from "../match/precondition.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { report } from "../model/diagnostic-catalogue.ts";
import { defaultMinScores, type LegScores, type Relevance } from "../model/relevance.ts";
import type { ResolveRequest } from "../model/request.ts";
import type { Rule } from "../model/rule.ts";
import type { SearchHit } from "../ports/rule-search.ts";
import type { RelevanceOptions } from "./options.ts";
import { searchVisible, type SearchVisibleOptions } from "./search-visible.ts";

export interface FoundRelevance {
  readonly relevanceOf: (rule: Rule) => Relevance | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

const defaultLimit = 5;

/** How many hits are read: more than the limit, because some do not apply for another reason, such as the context. */
const maxHits = 200;

/** Finds the `relevant` rules of default authority for a prompt. Rules of absolute authority apply without a search. */
export async function findRelevant(
  request: ResolveRequest,
  { limit = defaultLimit, minScores = defaultMinScores, mode = "hybrid" }: RelevanceOptions,
  options: SearchVisibleOptions,
): Promise<FoundRelevance> {
  const { prompt = "" } = request;
  const { index, tenant } = options;
  const filter = { inclusion: "relevant", authority: "default", status: ["active"] } as const;
  const found = await searchVisible({ text: prompt, filter, mode, limit: maxHits }, options);
  const replacements = index.replacements(tenant);
  const relevances = new Map<Rule, Relevance>();
  let count = 0;
  for (const { stored, scores } of found.hits) {
    const rule = index.find(stored.rule.origin.store, stored.rule.id);
    // A store can be ahead of the rules that this request is answered from.
    if (rule === undefined || failedPrecondition(rule, request, replacements.get(rule)) !== undefined) continue;
    if (!reachesMinimum(scores, minScores)) relevances.set(rule, { scores, isRelevant: false, limit: "minScore" });
    else if (count >= limit) relevances.set(rule, { scores, isRelevant: false, limit: "count" });
    else {
      count += 1;
      relevances.set(rule, { scores, isRelevant: true });
    }
  }
  return {
    relevanceOf: (rule) => relevances.get(rule),
    diagnostics: found.degraded === "embedder_failed" ? [report("search/degraded", {}, degradedMessage)] : [],
  };
}

const degradedMessage = "The embedder failed, so relevant rules were found by words only.";

function reachesMinimum(scores: SearchHit["scores"], minimum: LegScores): boolean {
  return (["sparse", "dense"] as const).some((leg) => {
    const score = scores[leg];
    return score !== undefined && score > 0 && score >= (minimum[leg] ?? 0);
  });
}
