import type { Rule } from "../model/rule.ts";
import { statusOf, type RuleStatus } from "../model/status.ts";
import type { RuleUsage } from "../ports/rule-store.ts";

/** The wire format of a rule: snake_case, with additional names for older clients. */
export interface WireRule {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly content: string;
  readonly scope: string;
  readonly inclusion: string;
  readonly globs: readonly string[];
  /** The globs, joined with commas, or null. */
  readonly file_match_pattern: string | null;
  readonly priority: number;
  readonly override: boolean;
  readonly enabled: boolean;
  readonly pending: boolean;
  readonly status: string;
  readonly authority: string;
  readonly category: string | null;
  readonly contexts: readonly string[];
  readonly tool_targets: readonly string[];
  readonly project_id: string | null;
  readonly user_id: string | null;
  readonly tags: readonly string[];
  readonly conditions: Rule["conditions"] | null;
  readonly source: string | null;
  readonly version: number;
  readonly replaces: readonly string[];
  readonly store: string;
  readonly dialect: string | null;
  readonly root: string | null;
  readonly base: string | null;
  readonly source_path: string | null;
  readonly root_order: number;
  readonly overlay: boolean;
  readonly label: boolean;
  readonly imports: boolean;
  readonly session: string | null;
  readonly sha256: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly metadata: Rule["metadata"];
  /** How often the rule was used. Absent if the store does not count it. */
  readonly usage_count?: number;
  /** ISO 8601; null if the rule was never used. Absent if the store does not count uses. */
  readonly last_used?: string | null;
  /** The length of the content in tokens. Absent if it was not computed. */
  readonly token_cost?: number;
}

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
    authority: rule.authority,
    category: rule.category ?? null,
    contexts: rule.contexts,
    tool_targets: rule.targets,
    project_id: rule.projectId ?? null,
    user_id: rule.userId ?? null,
    tags: rule.tags,
    conditions: rule.conditions ?? null,
    source: rule.source ?? null,
    version: rule.version,
    replaces: rule.replaces,
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
