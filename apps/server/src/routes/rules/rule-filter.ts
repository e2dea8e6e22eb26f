import type { RuleFilter, Tenant } from "@precept/core";

/** The fields by which requests filter rules, by their names on the wire. */
export interface WireRuleFilter {
  readonly scope?: RuleFilter["scope"] | undefined;
  readonly inclusion?: RuleFilter["inclusion"] | undefined;
  readonly name?: string | undefined;
  readonly status?: RuleFilter["status"] | undefined;
  readonly category?: RuleFilter["category"] | undefined;
  readonly authority?: RuleFilter["authority"] | undefined;
  readonly context?: string | undefined;
  readonly tool?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** Returns the filter of a request, for the rules that a tenant can see. */
export function filterOf(wire: WireRuleFilter, tenant: Tenant): RuleFilter {
  const { scope, inclusion, name, status, category, authority, context, tool: target, tags, enabled } = wire;
  const given = { scope, inclusion, name, status, category, authority, context, target, tags, enabled };
  return { ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), tenant };
}
