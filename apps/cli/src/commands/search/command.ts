import {
  describeStoreError,
  toWireRule,
  type RuleFilter,
  type RuleStatus,
  type Scope,
  type SearchHit,
  type SearchMode,
  type SearchQuery,
  withoutUndefined,
} from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import type { MemoryOptions } from "../../rules/rule-options.ts";
import { requireUser, tenantOf } from "../../rules/tenant.ts";
import { viewGaps } from "../../terminal/diagnostics.ts";
import { viewDegradation, viewSearch } from "./view.ts";

export interface SearchOptions extends MemoryOptions {
  readonly mode: SearchMode;
  readonly limit?: number;
  readonly minScore?: number;
  readonly scope?: Scope;
  readonly target?: string;
  readonly context?: string;
  readonly status?: readonly RuleStatus[];
  readonly cursor?: string;
  readonly explain?: boolean;
}

const maxNearMisses = 5;

export async function search(call: Call<SearchOptions>): Promise<CommandResult> {
  const { workspace, args, options } = call;
  const [text = ""] = args;
  requireUser(call, options.scope);
  const { mode, limit, minScore, cursor, explain: isExplained = false } = options;
  const query: SearchQuery = { text, mode, filter: filterOf(call) };
  const found = await workspace.search({
    ...query,
    ...withoutUndefined({ limit, cursor }),
    ...(minScore !== undefined && { minScores: { sparse: minScore, dense: minScore } }),
  });
  const isMissed = found.total === 0 && minScore !== undefined;
  const nearMisses = isMissed ? (await workspace.search({ ...query, limit: maxNearMisses })).hits : [];
  const { hits, modeUsed, degraded, total, cursor: next, isCut } = found;
  const stores = workspace.rulebook.stores();
  const diagnostics = await workspace.diagnostics();
  return {
    get json() {
      return {
        rules: hits.map(toWireHit),
        near_misses: nearMisses.map(toWireHit),
        mode_used: modeUsed,
        degraded: degraded ?? null,
        total_count: total,
        is_cut: isCut,
        next_cursor: next ?? null,
        stores: stores.map(({ store, status, error }) => ({ store, status, reason: describeStoreError({ store, error }) })),
      };
    },
    text: (style) => viewSearch({ text, found, nearMisses, isFirstPage: cursor === undefined, isExplained }, style),
    notice: (style) => viewGaps(diagnostics, style) + (options.quiet === true ? "" : viewDegradation(degraded, style)),
  };
}

function filterOf(call: Call<SearchOptions>): RuleFilter {
  const { scope, category, authority, tag: tags, context, status, target = call.settings.tool } = call.options;
  return { tenant: tenantOf(call), ...withoutUndefined({ scope, category, authority, tags, target, context, status }) };
}

/** The memory service uses these names. `relevance_score` orders the rules of one search. */
function toWireHit({ stored: { rule }, score, scores: { sparse, dense }, confidence }: SearchHit) {
  return {
    ...toWireRule(rule),
    relevance_score: score,
    ...withoutUndefined({ sparse_score: sparse, dense_score: dense, dense_confidence: confidence }),
  };
}
