import type { WireMemoryRule, WireRevision, WireRule } from "@precept/contract";
import { snakeCase, type RuleStatus, type SnakeCase } from "@precept/contract/values";
import { withoutUndefined } from "../model/json.ts";
import type { Rule } from "../model/rule.ts";
import { nativeKeys, type NativeKey } from "../parse/native-fields.ts";
import { statusOf } from "../model/supersession.ts";
import type { RuleRevision, RuleUsage } from "../ports/rule-store.ts";
import type { LegScores } from "../model/relevance.ts";

/** The usage of a rule, as far as it is on the wire. */
export type WireUsage = Pick<RuleUsage, "count" | "lastUsedAt">;

/** What accompanies a rule on the wire without being part of it. */
export interface WireRuleOptions {
  /** Default: the status without regard to other rules, so never `superseded`. */
  readonly status?: RuleStatus;
  /** `"unused"` for a rule that was never used. Default: unknown; the fields are absent. */
  readonly usage?: WireUsage | "unused" | undefined;
  /** Default: unknown; the field is absent. */
  readonly tokenCost?: number | undefined;
}

/** The fields whose place or value on the wire is not that of the front matter. */
const otherFields = [
  ...(["name", "description", "inclusion", "globs", "fileMatchPattern", "priority", "override", "enabled", "pending"] as const),
  ...(["ruleId", "createdAt", "updatedAt"] as const),
];

type CopiedField = Exclude<NativeKey, (typeof otherFields)[number]>;

type CopiedFields = {
  [Field in CopiedField as Field extends "targets" ? "tool_targets" : SnakeCase<Field>]: Copied<Rule[Field]>;
};

type Copied<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

const copiedFields = [...nativeKeys]
  .filter((key): key is CopiedField => !(otherFields as readonly string[]).includes(key))
  .map((field) => [field, field === "targets" ? "tool_targets" : snakeCase(field)] as const);

/** The other fields of a front matter, in its order. Absent ones are null. */
function copyFields(rule: Rule): CopiedFields {
  const copied: Record<string, unknown> = {};
  for (const [field, wireName] of copiedFields) copied[wireName] = rule[field] ?? null;
  return copied as CopiedFields;
}

/** Converts a rule to its wire format. */
export function toWireRule(rule: Rule, options: WireRuleOptions = {}): WireRule {
  const { status = statusOf(rule, false), usage, tokenCost } = options;
  const { origin } = rule;
  return {
    id: rule.id,
    name: rule.name,
    description: rule.description,
    content: rule.content,
    scope: rule.scope,
    inclusion: rule.inclusion,
    globs: rule.globs,
    file_match_pattern: rule.globs.length > 0 ? rule.globs.join(",") : null,
    priority: rule.priority,
    override: rule.override,
    enabled: rule.enabled,
    pending: rule.pending,
    status,
    ...copyFields(rule),
    store: origin.store,
    dialect: origin.dialect ?? null,
    root: origin.root ?? null,
    base: origin.base ?? null,
    source_path: origin.path ?? null,
    root_order: origin.rootOrder ?? 0,
    overlay: origin.overlay ?? false,
    label: origin.label ?? false,
    imports: origin.imports ?? false,
    session: origin.session ?? null,
    sha256: origin.sha256 ?? null,
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
    metadata: rule.metadata,
    ...(usage !== undefined && toWireUsage(usage)),
    ...(tokenCost !== undefined && { token_cost: tokenCost }),
  };
}

function toWireUsage(usage: WireUsage | "unused"): Pick<WireRule, "usage_count" | "last_used"> {
  if (usage === "unused") return { usage_count: 0, last_used: null };
  return { usage_count: usage.count, last_used: usage.lastUsedAt === "" ? null : usage.lastUsedAt };
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
  const { content, contexts, scope, checks, conditions, metadata, ...fields } = toWireRule(rule, options);
  return {
    ...fields,
    rule: content,
    scope: contexts,
    rule_scope: scope,
    checks: checks.map((check) => (typeof check === "string" ? check : JSON.stringify(check))),
    conditions: conditions === null || conditions === undefined ? null : JSON.stringify(conditions),
    metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
    ...withoutUndefined({ relevance_score: relevanceScore, sparse_score: scores.sparse, dense_score: scores.dense }),
  };
}

/** Converts a revision of a rule to its wire format. */
export function toWireRevision({ revision, deleted, at, reason, rule }: RuleRevision): WireRevision {
  return { revision, version: rule.version, deleted, at: at ?? null, reason: reason ?? null, rule: toWireRule(rule) };
}
