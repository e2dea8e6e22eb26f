import type { WireMemoryRule } from "@precept/contract";
import type { Rule } from "../model/rule.ts";
import type { LegScores } from "../model/relevance.ts";
import { toWireRule, type WireRuleOptions } from "./wire-rule.ts";

export interface WireMemoryRuleOptions extends WireRuleOptions {
  /** Default: no search found the rule; the field is absent. */
  readonly relevanceScore?: number | undefined;
  /** Default: none. */
  readonly scores?: LegScores | undefined;
}

/** Converts a rule to the format of memory rules. `readWireRule` reads it. */
export function toWireMemoryRule(
  rule: Rule,
  { relevanceScore, scores = {}, ...options }: WireMemoryRuleOptions = {},
): WireMemoryRule {
  const { content, contexts, scope, conditions, metadata, ...fields } = toWireRule(rule, options);
  return {
    ...fields,
    rule: content,
    scope: contexts,
    rule_scope: scope,
    conditions: conditions === null || conditions === undefined ? null : JSON.stringify(conditions),
    metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
    ...(relevanceScore !== undefined && { relevance_score: relevanceScore }),
    ...(scores.sparse !== undefined && { sparse_score: scores.sparse }),
    ...(scores.dense !== undefined && { dense_score: scores.dense }),
  };
}
