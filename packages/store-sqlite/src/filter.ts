import type { RuleFilter, RuleStatus, Tenant } from "@precept/core";
import {
  allOf,
  condition,
  type Condition,
  isStorable,
  ownedBy,
  storableOwners,
  visibleTo,
  replacedByFor,
  type ReplacedBy,
} from "./condition.ts";
import type { SqlValue } from "./driver.ts";
import { isUtf8, sqlText } from "./rows.ts";

export type Listed = "rules" | "ids";

/** An access path to rules by an index, in the order of their ids. The paths of a query never return the same rule. */
interface IndexPath {
  readonly from: string;
  /** The column of the id in that index. */
  readonly id: string;
  readonly where: Condition;
}

/** A part of a filter, as a condition and as access paths to the matching rules. */
interface FilterPart {
  readonly condition: Condition;
  readonly paths: readonly IndexPath[];
}

/** Selects rules, one statement for each access path to the most selective part of a filter. */
function selectRules(filter: RuleFilter, select: (path: IndexPath, where: Condition) => Condition): Condition {
  const [first, ...others] = partsOf(filter);
  const paths = first?.paths ?? [rulesWhere("TRUE")];
  const selects = paths.map((path) => select(path, allOf([path.where, ...others.map((part) => part.condition)])));
  return { sql: selects.map(({ sql }) => sql).join(" UNION ALL "), values: selects.flatMap(({ values }) => values) };
}

/**
 * Builds the query for the first `limit` rules after a cursor that pass a filter, in the order of their ids. The part
 * of the filter that is usually the most selective determines the index; the other parts are conditions. The last value
 * of the query is the limit.
 */
export function buildListQuery(filter: RuleFilter, cursor: string, limit: number, listed: Listed = "rules"): Condition {
  // In SQLite, CROSS JOIN fixes the order of the tables.
  const [text, join] = listed === "ids" ? ["", ""] : [", v.rule", " CROSS JOIN revisions v ON v.revision = r.revision"];
  const { sql, values } = selectRules(filter, ({ from, id }, where) =>
    condition(
      `SELECT ${id} AS id, r.revision${text} FROM ${from}${join} WHERE ${where.sql} AND ${id} > ?`,
      ...where.values,
      cursor,
    ),
  );
  return condition(`${sql} ORDER BY id LIMIT ?`, ...values, limit);
}

/** A filter as a condition on a row `r` of the rules. */
interface FilterCondition extends Condition {
  /** Whether the filter selects all rules, so that the table of rules need not be read. */
  readonly isTrue: boolean;
}

export function buildCondition(filter: RuleFilter): FilterCondition {
  const parts = partsOf(filter);
  return { isTrue: parts.length === 0, ...allOf(parts.map((part) => part.condition)) };
}

/**
 * Builds a query for data of the rules that pass a filter, in any order.
 *
 * @param columns of `r`, the rules, and of the tables of `join`.
 * @param values of `join`.
 */
export function buildDataQuery(filter: RuleFilter, columns: string, join: string, values: readonly SqlValue[] = []): Condition {
  return selectRules(filter, ({ from }, where) =>
    condition(`SELECT ${columns} FROM ${from} ${join} WHERE ${where.sql}`, ...values, ...where.values),
  );
}

/** The parts of a filter, usually most selective first. */
function partsOf(filter: RuleFilter): readonly FilterPart[] {
  const { name, tags = [], userId, projectId, status, context, target, category, scope, inclusion, enabled, authority } = filter;
  const { tenant, owner } = filter;
  const byStatus = given(status, (wanted) => statusPart(wanted, replacedByFor(filter)));
  const isUnselective = status?.includes("active") === true;
  return [
    // Before the name, since every tenant may use the same names and tags.
    ...given(owner, ownerPart),
    ...given(name, (value) => column("name", sqlText(value))),
    ...given(tenant, (value) => ({ condition: visibleTo("r", value), paths: storableOwners(value).map(ownerPath) })),
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

function rulesWhere(sql: string, ...values: readonly SqlValue[]): IndexPath {
  return { from: "rules r", id: "r.id", where: condition(sql, ...values) };
}

function given<Value>(value: Value | undefined, part: (value: Value) => FilterPart): readonly FilterPart[] {
  return value === undefined ? [] : [part(value)];
}

/** Omits a text that SQLite cannot store, instead of replacing it with `null`, which has a meaning in these columns. */
function validTexts(text: string): readonly string[] {
  return isUtf8(text) ? [text] : [];
}

/** The plus before a column prevents SQLite from using its index, because `partsOf` selects the index. */
function column(name: string, value: SqlValue): FilterPart {
  return { condition: condition(`+r.${name} = ?`, value), paths: [rulesWhere(`r.${name} = ?`, value)] };
}

function columnOrNone(name: string, wanted: string): FilterPart {
  const values = [null, ...validTexts(wanted)];
  return {
    condition: condition(values.map(() => `+r.${name} IS ?`).join(" OR "), ...values),
    paths: values.map((value) => rulesWhere(`r.${name} IS ?`, value)),
  };
}

function ownerPath({ projectId, userId }: Tenant): IndexPath {
  return rulesWhere("r.project_id IS ? AND r.user_id IS ?", projectId ?? null, userId ?? null);
}

function ownerPart(owner: Tenant): FilterPart {
  return isStorable(owner) ? { condition: ownedBy("r", owner), paths: [ownerPath(owner)] } : nothing;
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

/** Selects rules with a flag that no other rule replaces. */
function notSuperseded(replacedBy: ReplacedBy, flag: string, ...more: readonly string[]): FilterPart {
  const replacing = replacedBy("r.id");
  const rest = [...more.map((one) => ` AND +${one}`), ` AND NOT EXISTS (${replacing.sql})`].join("");
  return {
    condition: condition(`+${flag}${rest}`, ...replacing.values),
    paths: [rulesWhere(`${flag}${rest}`, ...replacing.values)],
  };
}

function supersededPart(replacedBy: ReplacedBy): FilterPart {
  const replacing = replacedBy("r.id");
  const first = replacedBy("e.value");
  const from = "rule_replaces e CROSS JOIN rules r ON r.id = e.value";
  // Only one path to a rule that several rules replace.
  const where = condition(`e.rule_id = (${first.sql})`, ...first.values);
  return { condition: condition(`EXISTS (${replacing.sql})`, ...replacing.values), paths: [{ from, id: "e.value", where }] };
}

/** The conditions of each `RuleStatus`, which is not stored because it depends on other rules and on the tenant. */
const statuses: Readonly<Record<RuleStatus, (replacedBy: ReplacedBy) => FilterPart>> = {
  active: (replacedBy) => notSuperseded(replacedBy, "r.enabled = 1", "r.pending = 0"),
  disabled: (replacedBy) => notSuperseded(replacedBy, "r.enabled = 0"),
  pending: (replacedBy) => notSuperseded(replacedBy, "r.pending = 1", "r.enabled = 1"),
  superseded: supersededPart,
};

const nothing: FilterPart = { condition: condition("FALSE"), paths: [rulesWhere("FALSE")] };

function statusPart(wanted: readonly RuleStatus[], replacedBy: ReplacedBy): FilterPart {
  const parts = [...new Set(wanted)].map((status) => statuses[status](replacedBy));
  if (parts.length === 0) return nothing;
  const sql = parts.map((part) => `(${part.condition.sql})`).join(" OR ");
  const values = parts.flatMap((part) => part.condition.values);
  return { condition: condition(sql, ...values), paths: parts.flatMap((part) => part.paths) };
}
