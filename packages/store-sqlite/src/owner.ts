import { visibleOwners, type RuleFilter, type Tenant } from "@precept/core";
import { allOf, condition, type Condition } from "./condition.ts";
import { isUtf8 } from "./rows.ts";

/** Tables that have the columns `project_id` and `user_id`. */
type Alias = "r" | "v" | "b" | "s";

/**
 * Whether a row is visible to a tenant. The plus before a column prevents SQLite from using its index.
 *
 * @param alias the name of the table in the statement.
 */
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
