import { isStorable, type RuleFilter, type RuleStatus } from "@precept/core";
import { allOf, anyOf, condition, isValue, noneOrValue, ownedBy, visibleTo, type Condition } from "./condition.ts";

/** The condition on a row `r` of the rules that a filter is. */
export function buildCondition(filter: RuleFilter): Condition {
  const { name, tags = [], userId, projectId, status, context, target, category, scope, inclusion, enabled, authority } = filter;
  const { tenant, owner } = filter;
  return allOf([
    ...given(owner, (value) => ownedBy("r", value)),
    ...given(tenant, (value) => visibleTo("r", value)),
    ...given(name, (value) => isValue("r.name", value)),
    ...[...new Set(tags)].map((tag) => contains("r.tags", tag)),
    ...given(userId, (value) => noneOrValue("r.user_id", value)),
    ...given(projectId, (value) => noneOrValue("r.project_id", value)),
    ...given(context, (value) => emptyOrContains("r.contexts", value)),
    ...given(target, (value) => emptyOrContains("r.targets", value)),
    ...given(category, (value) => isValue("r.category", value)),
    ...given(scope, (value) => isValue("r.scope", value)),
    ...given(inclusion, (value) => isValue("r.inclusion", value)),
    ...given(enabled, (value) => condition("r.enabled = ?", value)),
    ...given(authority, (value) => isValue("r.authority", value)),
    ...given(status, (wanted) => hasStatus(wanted, filter)),
  ]);
}

function given<Value>(value: Value | undefined, build: (value: Value) => Condition): readonly Condition[] {
  return value === undefined ? [] : [build(value)];
}

/** With an operator that the indexes of lists know. */
function contains(column: string, value: string): Condition {
  return isStorable(value) ? condition(`${column} @> ARRAY[?::text]`, value) : condition("FALSE");
}

function emptyOrContains(column: string, value: string): Condition {
  return anyOf([condition(`${column} = '{}'`), contains(column, value)]);
}

/** The conditions of each status, which is not stored because it depends on other rules and on the tenant. */
const statuses: Readonly<Record<RuleStatus, (superseded: Condition) => Condition>> = {
  active: (superseded) => allOf([condition("r.enabled AND NOT r.pending"), not(superseded)]),
  disabled: (superseded) => allOf([condition("NOT r.enabled"), not(superseded)]),
  pending: (superseded) => allOf([condition("r.pending AND r.enabled"), not(superseded)]),
  superseded: (superseded) => superseded,
};

function hasStatus(wanted: readonly RuleStatus[], filter: RuleFilter): Condition {
  const superseded = isSuperseded(filter);
  return anyOf([...new Set(wanted)].map((status) => statuses[status](superseded)));
}

/** Whether an active rule replaces the rule, for the tenant of the filter, see `statusTenant`. The store rejects cycles. */
function isSuperseded({ tenant, projectId, userId }: RuleFilter): Condition {
  const seen = tenant === undefined ? [seenIn("project_id", projectId), seenIn("user_id", userId)] : [visibleTo("s", tenant)];
  const { sql, values } = allOf([condition("s.replaces @> ARRAY[r.id] AND s.enabled AND NOT s.pending"), ...seen]);
  return { sql: `EXISTS (SELECT FROM rules s WHERE ${sql})`, values };
}

/** Whether the tenants that see a rule also see its replacement. Without a tenant, by the rule's own columns. */
function seenIn(column: string, wanted: string | undefined): Condition {
  if (wanted === undefined) return condition(`s.${column} IS NULL OR s.${column} = r.${column}`);
  return noneOrValue(`s.${column}`, wanted);
}

function not({ sql, values }: Condition): Condition {
  return { sql: `NOT (${sql})`, values };
}
