import type { SqlValue } from "./driver.ts";

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
