import type { RuleFilter } from "@precept/core";
import type { SqlValue } from "./driver.ts";
import { partsOf, type Query } from "./filter.ts";

/** A filter as a condition on a row `r` of the rules. */
export interface FilterCondition extends Query {
  /** Whether all rules pass, so that the table of rules need not be read. */
  readonly isTrue: boolean;
}

export function buildCondition(filter: RuleFilter): FilterCondition {
  const conditions = partsOf(filter).map(({ condition }) => condition);
  return {
    isTrue: conditions.length === 0,
    sql: conditions.length === 0 ? "TRUE" : conditions.map(({ sql }) => `(${sql})`).join(" AND "),
    values: conditions.flatMap(({ values }) => values),
  };
}

/**
 * Builds a query for data of the rules that pass a filter, in any order. The most selective part of the filter
 * determines the index.
 *
 * @param columns of `r`, the rules, and of the tables of `join`.
 * @param join tables that are joined to `r`.
 * @param values of `join`.
 */
export function buildDataQuery(filter: RuleFilter, columns: string, join: string, values: readonly SqlValue[]): Query {
  const [first, ...others] = partsOf(filter);
  const paths = first?.paths ?? [{ from: "rules r", where: { sql: "TRUE", values: [] } }];
  const conditions = others.map(({ condition }) => condition);
  const selects = paths.map(
    ({ from, where }) =>
      `SELECT ${columns} FROM ${from} ${join} WHERE ${[where, ...conditions].map(({ sql }) => `(${sql})`).join(" AND ")}`,
  );
  return {
    sql: selects.join(" UNION ALL "),
    values: paths.flatMap(({ where }) => [...values, ...[where, ...conditions].flatMap((condition) => condition.values)]),
  };
}
