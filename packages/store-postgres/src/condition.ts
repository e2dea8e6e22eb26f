import { isStorable, visibleOwners, type RuleFilter, type Tenant } from "@precept/core";

/** A value of a statement. Lists are passed as JSON. */
export type SqlValue = string | number | boolean | null;

/** A part of a statement with `?` for each of its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export function condition(sql: string, ...values: readonly SqlValue[]): Condition {
  return { sql, values };
}

/**
 * Plans the statements of the transaction without their values. Otherwise, a large batch is copied many times while its statement is
 * planned, and the plan does not depend on it.
 */
export const forceGenericPlans: Condition = condition("SELECT set_config('plan_cache_mode', 'force_generic_plan', true)");

export function allOf(conditions: readonly Condition[]): Condition {
  return joined(conditions, " AND ", "TRUE");
}

export function anyOf(conditions: readonly Condition[]): Condition {
  return joined(conditions, " OR ", "FALSE");
}

function joined(conditions: readonly Condition[], by: string, none: string): Condition {
  if (conditions.length === 0) return condition(none);
  return { sql: conditions.map(({ sql }) => `(${sql})`).join(by), values: conditions.flatMap(({ values }) => values) };
}

/** Tables that have the columns `project_id` and `user_id`. */
type Alias = "r" | "v" | "b" | "s" | "d" | "o";

/** Whether a row is visible to a tenant. */
export function visibleTo(alias: Alias, tenant: Tenant): Condition {
  return anyOf(visibleOwners(tenant).map((owner) => ownedBy(alias, owner)));
}

/** Whether a row belongs to exactly this owner. */
export function ownedBy(alias: Alias, { projectId, userId }: Tenant): Condition {
  return allOf([isValue(`${alias}.project_id`, projectId), isValue(`${alias}.user_id`, userId)]);
}

/** Whether a column has a value, or none for undefined. No row has a text that cannot be stored. */
export function isValue(column: string, value: string | undefined): Condition {
  if (value === undefined) return condition(`${column} IS NULL`);
  return isStorable(value) ? condition(`${column} = ?`, value) : condition("FALSE");
}

export function noneOrValue(column: string, value: string): Condition {
  return anyOf([isValue(column, undefined), isValue(column, value)]);
}

export function ownerConditions(alias: Alias, { tenant, owner }: Pick<RuleFilter, "tenant" | "owner">): readonly Condition[] {
  return [...(tenant === undefined ? [] : [visibleTo(alias, tenant)]), ...(owner === undefined ? [] : [ownedBy(alias, owner)])];
}
