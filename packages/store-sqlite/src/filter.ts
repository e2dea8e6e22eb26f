import type { RuleFilter, RuleStatus, Tenant } from "@precept/core";
import { condition, type Condition } from "./condition.ts";
import type { SqlValue } from "./driver.ts";
import { isStorable, ownedBy, storableOwners, visibleTo } from "./owner.ts";
import { isUtf8, sqlText } from "./rows.ts";
import { replacedByFor, type ReplacedBy } from "./superseded.ts";

export interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** What to list: rules, or only their ids and revisions. */
export type Listed = "rules" | "ids";

/** An access path to rules by an index, in the order of their ids. The paths of a query never return the same rule. */
interface IndexPath {
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
 * Builds the query for the first `limit` rules after a cursor that pass a filter, in the order of their ids. The part
 * of the filter that is usually the most selective determines the index; the other parts are conditions. The last value
 * of the query is the limit.
 */
export function buildListQuery(filter: RuleFilter, cursor: string, limit: number, listed: Listed = "rules"): Query {
  const [first, ...others] = partsOf(filter);
  const paths = first?.paths ?? [{ from: "rules r", id: "r.id", where: condition("TRUE") }];
  const conditions = others.map((part) => part.condition);
  // In SQLite, CROSS JOIN fixes the order of the tables.
  const [text, join] = listed === "ids" ? ["", ""] : [", v.rule", " CROSS JOIN revisions v ON v.revision = r.revision"];
  const selects = paths.map(
    ({ from, id, where }) =>
      `SELECT ${id} AS id, r.revision${text} FROM ${from}${join} ` +
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
  const { tenant, owner } = filter;
  const byStatus = given(status, (wanted) => statusPart(wanted, replacedByFor(filter)));
  const isUnselective = status?.includes("active") === true;
  return [
    // Before the name, since every tenant may use the same names and tags.
    ...given(owner, ownerPart),
    ...given(name, (value) => column("name", sqlText(value))),
    ...given(tenant, tenantPart),
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

/**
 * Omits a text that SQLite cannot store. It is not replaced with `null`, which has a meaning in these columns and
 * lists.
 */
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

function ownerPath({ projectId, userId }: Tenant): IndexPath {
  const where = condition("r.project_id IS ? AND r.user_id IS ?", projectId ?? null, userId ?? null);
  return { from: "rules r", id: "r.id", where };
}

function ownerPart(owner: Tenant): FilterPart {
  return isStorable(owner) ? { condition: ownedBy("r", owner), paths: [ownerPath(owner)] } : nothing;
}

function tenantPart(tenant: Tenant): FilterPart {
  return { condition: visibleTo("r", tenant), paths: storableOwners(tenant).map(ownerPath) };
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

/** The rules with a flag that no other rule replaces. */
function notSuperseded(replacedBy: ReplacedBy, flag: string, ...more: readonly string[]): FilterPart {
  const replacing = replacedBy("r.id");
  const rest = [...more.map((one) => ` AND +${one}`), ` AND NOT EXISTS (${replacing.sql})`].join("");
  return {
    condition: condition(`+${flag}${rest}`, ...replacing.values),
    paths: [{ from: "rules r", id: "r.id", where: condition(`${flag}${rest}`, ...replacing.values) }],
  };
}

function supersededPart(replacedBy: ReplacedBy): FilterPart {
  const replacing = replacedBy("r.id");
  const first = replacedBy("e.value");
  return {
    condition: condition(`EXISTS (${replacing.sql})`, ...replacing.values),
    paths: [
      {
        from: "rule_replaces e CROSS JOIN rules r ON r.id = e.value",
        id: "e.value",
        // One path to each rule, even if several rules replace it.
        where: condition(`e.rule_id = (${first.sql})`, ...first.values),
      },
    ],
  };
}

/**
 * The statuses as conditions, see `RuleStatus`. A status is not stored, since it also depends on other rules and on the
 * tenant.
 */
const statuses: Readonly<Record<RuleStatus, (replacedBy: ReplacedBy) => FilterPart>> = {
  active: (replacedBy) => notSuperseded(replacedBy, "r.enabled = 1", "r.pending = 0"),
  disabled: (replacedBy) => notSuperseded(replacedBy, "r.enabled = 0"),
  pending: (replacedBy) => notSuperseded(replacedBy, "r.pending = 1", "r.enabled = 1"),
  superseded: supersededPart,
};

const nothing: FilterPart = {
  condition: condition("FALSE"),
  paths: [{ from: "rules r", id: "r.id", where: condition("FALSE") }],
};

function statusPart(wanted: readonly RuleStatus[], replacedBy: ReplacedBy): FilterPart {
  const parts = [...new Set(wanted)].map((status) => statuses[status](replacedBy));
  if (parts.length === 0) return nothing;
  return {
    condition: condition(
      parts.map((part) => `(${part.condition.sql})`).join(" OR "),
      ...parts.flatMap((part) => part.condition.values),
    ),
    paths: parts.flatMap((part) => part.paths),
  };
}
