import type { Rule } from "../model/rule.ts";
import type { LegScores } from "../model/relevance.ts";
import { toWireRule, type WireRule, type WireRuleOptions } from "./wire-rule.ts";

/**
 * The format of a rule in the messages of the memory service. It has the names of memory rules (`rule` for the content, the contexts as `scope`), and
 * all other fields of {@link WireRule}, so that nothing is lost.
 */
export interface WireMemoryRule extends Omit<WireRule, "content" | "contexts" | "scope" | "conditions" | "metadata"> {
  /** The content of the rule. */
  readonly rule: string;
  /** The contexts in which the rule applies; empty for all. */
  readonly scope: readonly string[];
  /** The scope of the rule: `global`, `user`, `project` or `session`. */
  readonly rule_scope: string;
  /** JSON; null if the rule has no conditions. */
  readonly conditions: string | null;
  /** JSON; null if the rule has no metadata. */
  readonly metadata: string | null;
  /** The score of the search that found the rule. Absent if no search did. */
  readonly relevance_score?: number;
  /** The score of the search by words. Absent if it did not find the rule. */
  readonly sparse_score?: number;
  /** The score of the search by meaning. Absent if it did not find the rule. */
  readonly dense_score?: number;
}

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
