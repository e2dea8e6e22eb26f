import { visibleOwners, type RuleFilter, type Tenant } from "@precept/core";
import type { SqlValue } from "./driver.ts";
import { isUtf8 } from "./rows.ts";

/** A condition in SQL, with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export function condition(sql: string, ...values: readonly SqlValue[]): Condition {
  return { sql, values };
}

export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return condition("TRUE");
  return { sql: conditions.map(({ sql }) => `(${sql})`).join(" AND "), values: conditions.flatMap(({ values }) => values) };
}

/** Tables that have the columns `project_id` and `user_id`. */
type Alias = "r" | "v" | "b" | "s";

/** Whether a row is visible to a tenant. The plus before a column prevents SQLite from using its index. */
export function visibleTo(alias: Alias, { projectId, userId }: Tenant): Condition {
  return allOf([noneOr(`${alias}.project_id`, projectId), noneOr(`${alias}.user_id`, userId)]);
}

function noneOr(column: string, wanted: string | undefined): Condition {
  // No row has a text that SQLite cannot store.
  if (wanted === undefined || !isUtf8(wanted)) return condition(`+${column} IS NULL`);
  return condition(`+${column} IS NULL OR +${column} = ?`, wanted);
}

/** Whether a row belongs to exactly this owner. */
export function ownedBy(alias: Alias, { projectId, userId }: Tenant): Condition {
  return isStorable({ projectId, userId })
    ? condition(`+${alias}.project_id IS ? AND +${alias}.user_id IS ?`, projectId ?? null, userId ?? null)
    : condition("FALSE");
}

export function ownerConditions(alias: Alias, { tenant, owner }: Pick<RuleFilter, "tenant" | "owner">): readonly Condition[] {
  return [...(tenant === undefined ? [] : [visibleTo(alias, tenant)]), ...(owner === undefined ? [] : [ownedBy(alias, owner)])];
}

/** Returns the owners that a tenant sees, without owners that no stored rule can have. */
export function storableOwners(tenant: Tenant): readonly Tenant[] {
  return visibleOwners(tenant).filter(isStorable);
}

export function isStorable({ projectId = "", userId = "" }: Tenant): boolean {
  return isUtf8(projectId) && isUtf8(userId);
}

/** Selects the first active rule that replaces the rule with an id of the table `r`, for the tenants that see both. */
export type ReplacedBy = (id: string) => Condition;

/** Returns the replacing rule for the tenant of a filter, see `statusTenant`. The store rejects cycles. */
export function replacedByFor({ tenant, projectId, userId }: RuleFilter): ReplacedBy {
  const seen = tenant === undefined ? [seenIn("project_id", projectId), seenIn("user_id", userId)] : [visibleTo("s", tenant)];
  const conditions = seen.map(({ sql }) => ` AND (${sql})`).join("");
  return (id) => ({
    sql:
      `SELECT o.rule_id FROM rule_replaces o CROSS JOIN rules s ON s.id = o.rule_id ` +
      `WHERE o.value = ${id} AND +s.enabled = 1 AND +s.pending = 0${conditions} ORDER BY o.rule_id LIMIT 1`,
    values: seen.flatMap(({ values }) => values),
  });
}

/** Whether the tenants that see a rule also see its replacement. Without a tenant, by the rule's own columns. */
function seenIn(column: string, wanted: string | undefined): Condition {
  if (wanted === undefined) return condition(`+s.${column} IS NULL OR +s.${column} = r.${column}`);
  return isUtf8(wanted) ? condition(`+s.${column} IS NULL OR +s.${column} = ?`, wanted) : condition(`+s.${column} IS NULL`);
}
