import type { RuleFilter, RuleStatus } from "@precept/core";
import type { SqlValue } from "./driver.ts";
import { isUtf8, sqlText } from "./rows.ts";

export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** An access path to rules by an index, in the order of their ids. The paths of a query never return the same rule. */
export interface IndexPath {
  readonly from: string;
  /** The column of the id in that index. */
  readonly id: string;
  readonly where: Condition;
}

/** A part of a filter: as a condition, and as access paths to the matching rules. */
export interface FilterPart {
  readonly condition: Condition;
  readonly paths: readonly IndexPath[];
}

/**
 * Builds the query for the first `limit` rules after a cursor that pass a filter, in the order of their ids. The part of the filter that is usually the
 * most selective determines the index; the other parts are conditions. The last value of the query is the limit.
 */
export function buildListQuery(filter: RuleFilter, cursor: string, limit: number): Query {
  const [first, ...others] = partsOf(filter);
  const paths = first?.paths ?? [{ from: "rules r", id: "r.id", where: condition("TRUE") }];
  const conditions = others.map((part) => part.condition);
  // In SQLite, CROSS JOIN fixes the order of the tables.
  const selects = paths.map(
    ({ from, id, where }) =>
      `SELECT ${id} AS id, r.revision, v.rule FROM ${from} CROSS JOIN revisions v ON v.revision = r.revision ` +
      `WHERE ${[where, ...conditions].map(({ sql }) => `(${sql})`).join(" AND ")} AND ${id} > ?`,
  );
  return {
    sql: `${selects.join(" UNION ALL ")} ORDER BY id LIMIT ?`,
    values: [...paths.flatMap(({ where }) => [where, ...conditions].flatMap(({ values }) => values).concat(cursor)), limit],
  };
}

/** The parts of a filter, usually most selective first. */
export function partsOf(filter: RuleFilter): readonly FilterPart[] {
  const { name, tags = [], userId, projectId, status, context, target, category, scope, inclusion, enabled, authority } = filter;
  const byStatus = given(status, statusPart);
  const isUnselective = status?.includes("active") === true;
  return [
    ...given(name, (value) => column("name", sqlText(value))),
    ...tagParts(tags),
    ...given(userId, (value) => columnOrNone("user_id", value)),
    ...given(projectId, (value) => columnOrNone("project_id", value)),
    ...(isUnselective ? [] : byStatus),
    ...given(context, (value) => listPart("rule_contexts", [null, ...validTexts(value)])),
    ...given(target, (value) => listPart("rule_targets", [null, ...validTexts(value)])),
    ...given(category, (value) => column("category", value)),
    ...given(scope, (value) => column("scope", value)),
    ...given(inclusion, (value) => column("inclusion", value)),
    ...given(enabled, (value) => column("enabled", Number(value))),
    ...given(authority, (value) => column("authority", value)),
    ...(isUnselective ? byStatus : []),
  ];
}

function given<Value>(value: Value | undefined, part: (value: Value) => FilterPart): readonly FilterPart[] {
  return value === undefined ? [] : [part(value)];
}

function condition(sql: string, ...values: readonly SqlValue[]): Condition {
  return { sql, values };
}

/** Omits a text that SQLite cannot store. It is not replaced with `null`, which has a meaning in these columns and lists. */
function validTexts(text: string): readonly string[] {
  return isUtf8(text) ? [text] : [];
}

/** The plus before a column prevents SQLite from using its index: `partsOf` decides about the index. */
function column(name: string, value: SqlValue): FilterPart {
  return {
    condition: condition(`+r.${name} = ?`, value),
    paths: [{ from: "rules r", id: "r.id", where: condition(`r.${name} = ?`, value) }],
  };
}

function columnOrNone(name: string, wanted: string): FilterPart {
  const values = [null, ...validTexts(wanted)];
  return {
    condition: condition(values.map(() => `+r.${name} IS ?`).join(" OR "), ...values),
    paths: values.map((value) => ({ from: "rules r", id: "r.id", where: condition(`r.${name} IS ?`, value) })),
  };
}

/** The first tag has an access path. The others are one condition, since SQLite limits the depth of expressions. */
function tagParts(tags: readonly string[]): readonly FilterPart[] {
  const [first, ...others] = new Set(tags);
  if (first === undefined) return [];
  const placeholders = others.map(() => "?").join(", ");
  const count = `(SELECT count(*) FROM rule_tags o WHERE o.rule_id = r.id AND o.value IN (${placeholders})) = ${others.length}`;
  return [
    listPart("rule_tags", [sqlText(first)], "="),
    ...(others.length === 0 ? [] : [{ condition: condition(count, ...others.map(sqlText)), paths: [] }]),
  ];
}

/** @param is the operator to compare values. `IS` also matches null. */
function listPart(table: string, values: readonly SqlValue[], is: "=" | "IS" = "IS"): FilterPart {
  const one = values.map(() => `l.value ${is} ?`).join(" OR ");
  return {
    condition: condition(`EXISTS (SELECT 1 FROM ${table} l WHERE l.rule_id = r.id AND (${one}))`, ...values),
    paths: values.map((value) => ({
      from: `${table} l CROSS JOIN rules r ON r.id = l.rule_id`,
      id: "l.rule_id",
      where: condition(`l.value ${is} ?`, value),
    })),
  };
}

/** The first active rule that replaces a rule. */
const replacedBy = (id: string): string =>
  `SELECT o.rule_id FROM rule_replaces o CROSS JOIN rules s ON s.id = o.rule_id ` +
  `WHERE o.value = ${id} AND +s.enabled = 1 AND +s.pending = 0 ORDER BY o.rule_id LIMIT 1`;

const superseded = `EXISTS (${replacedBy("r.id")})`;

/** The rules with a flag that no other rule replaces. */
function notSuperseded(flag: string, ...more: readonly string[]): FilterPart {
  const rest = [...more.map((one) => ` AND +${one}`), ` AND NOT ${superseded}`].join("");
  return {
    condition: condition(`+${flag}${rest}`),
    paths: [{ from: "rules r", id: "r.id", where: condition(`${flag}${rest}`) }],
  };
}

/** The statuses as conditions, see `RuleStatus`. A status is not stored, since it also depends on other rules. */
const statuses: Readonly<Record<RuleStatus, FilterPart>> = {
  active: notSuperseded("r.enabled = 1", "r.pending = 0"),
  disabled: notSuperseded("r.enabled = 0"),
  pending: notSuperseded("r.pending = 1", "r.enabled = 1"),
  superseded: {
    condition: condition(superseded),
    paths: [
      {
        from: "rule_replaces e CROSS JOIN rules r ON r.id = e.value",
        id: "e.value",
        // One path to each rule, even if several rules replace it.
        where: condition(`e.rule_id = (${replacedBy("e.value")})`),
      },
    ],
  },
};

const nothing: FilterPart = {
  condition: condition("FALSE"),
  paths: [{ from: "rules r", id: "r.id", where: condition("FALSE") }],
};

function statusPart(wanted: readonly RuleStatus[]): FilterPart {
  const parts = [...new Set(wanted)].map((status) => statuses[status]);
  if (parts.length === 0) return nothing;
  return {
    condition: condition(parts.map((part) => `(${part.condition.sql})`).join(" OR ")),
    paths: parts.flatMap((part) => part.paths),
  };
}
