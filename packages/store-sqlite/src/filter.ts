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

/** One way to rules by an index that gives them in the order of their ids. No two ways of a listing lead to the same rule. */
interface Way {
  readonly from: string;
  /** The id, in that index. */
  readonly id: string;
  readonly where: Condition;
}

/** A part of a filter: how to look a rule over for it, and how to go straight to the rules that have it. */
interface Part {
  readonly condition: Condition;
  readonly ways: readonly Way[];
}

/**
 * The rules that pass a filter behind a cursor, in the order of their ids: the first `limit` of them, which is the last value. One part of the
 * filter is gone by, the one that leaves the fewest rules as a rule; for the others the rules on that way are looked over.
 */
export function listing(filter: RuleFilter, cursor: string, limit: number): Query {
  const [first, ...others] = partsOf(filter);
  const ways = first?.ways ?? [{ from: "rules r", id: "r.id", where: condition("TRUE") }];
  const conditions = others.map((part) => part.condition);
  // CROSS JOIN is SQLite's word for "in this order".
  const selects = ways.map(
    ({ from, id, where }) =>
      `SELECT ${id} AS id, r.revision, v.rule FROM ${from} CROSS JOIN revisions v ON v.revision = r.revision ` +
      `WHERE ${[where, ...conditions].map(({ sql }) => `(${sql})`).join(" AND ")} AND ${id} > ?`,
  );
  return {
    sql: `${selects.join(" UNION ALL ")} ORDER BY id LIMIT ?`,
    values: [...ways.flatMap(({ where }) => [where, ...conditions].flatMap(({ values }) => values).concat(cursor)), limit],
  };
}

/** Those that leave the fewest rules come first. */
function partsOf(filter: RuleFilter): readonly Part[] {
  const { name, tags = [], userId, projectId, status, context, target, category, scope, inclusion, enabled, authority } = filter;
  const byStatus = given(status, ofStatus);
  const leavesMost = status?.includes("active") === true;
  return [
    ...given(name, (value) => column("name", sqlText(value))),
    ...ofTags(tags),
    ...given(userId, (value) => columnOrNone("user_id", value)),
    ...given(projectId, (value) => columnOrNone("project_id", value)),
    ...(leavesMost ? [] : byStatus),
    ...given(context, (value) => listed("rule_contexts", [null, ...known(value)])),
    ...given(target, (value) => listed("rule_targets", [null, ...known(value)])),
    ...given(category, (value) => column("category", value)),
    ...given(scope, (value) => column("scope", value)),
    ...given(inclusion, (value) => column("inclusion", value)),
    ...given(enabled, (value) => column("enabled", Number(value))),
    ...given(authority, (value) => column("authority", value)),
    ...(leavesMost ? byStatus : []),
  ];
}

function given<Value>(value: Value | undefined, part: (value: Value) => Part): readonly Part[] {
  return value === undefined ? [] : [part(value)];
}

function condition(sql: string, ...values: readonly SqlValue[]): Condition {
  return { sql, values };
}

/** `null` in these columns and lists means something, so a text that can't be in them is left out instead. */
function known(text: string): readonly string[] {
  return isUtf8(text) ? [text] : [];
}

/** A plus before a column keeps SQLite from going by it: which way is gone is decided above, not guessed anew for each filter. */
function column(name: string, value: SqlValue): Part {
  return {
    condition: condition(`+r.${name} = ?`, value),
    ways: [{ from: "rules r", id: "r.id", where: condition(`r.${name} = ?`, value) }],
  };
}

function columnOrNone(name: string, wanted: string): Part {
  const values = [null, ...known(wanted)];
  return {
    condition: condition(values.map(() => `+r.${name} IS ?`).join(" OR "), ...values),
    ways: values.map((value) => ({ from: "rules r", id: "r.id", where: condition(`r.${name} IS ?`, value) })),
  };
}

/** By way of the first tag. The others are one condition, however many they are: SQLite takes no expression of a thousand levels. */
function ofTags(tags: readonly string[]): readonly Part[] {
  const [first, ...others] = new Set(tags);
  if (first === undefined) return [];
  const places = others.map(() => "?").join(", ");
  const count = `(SELECT count(*) FROM rule_tags o WHERE o.rule_id = r.id AND o.value IN (${places})) = ${others.length}`;
  return [
    listed("rule_tags", [sqlText(first)], "="),
    ...(others.length === 0 ? [] : [{ condition: condition(count, ...others.map(sqlText)), ways: [] }]),
  ];
}

/** @param is how values are compared: `IS` also finds null. */
function listed(table: string, values: readonly SqlValue[], is: "=" | "IS" = "IS"): Part {
  const one = values.map(() => `l.value ${is} ?`).join(" OR ");
  return {
    condition: condition(`EXISTS (SELECT 1 FROM ${table} l WHERE l.rule_id = r.id AND (${one}))`, ...values),
    ways: values.map((value) => ({
      from: `${table} l CROSS JOIN rules r ON r.id = l.rule_id`,
      id: "l.rule_id",
      where: condition(`l.value ${is} ?`, value),
    })),
  };
}

/** The first of the rules in force that replace one. */
const replacedBy = (id: string): string =>
  `SELECT o.rule_id FROM rule_replaces o CROSS JOIN rules s ON s.id = o.rule_id ` +
  `WHERE o.value = ${id} AND +s.enabled = 1 AND +s.pending = 0 ORDER BY o.rule_id LIMIT 1`;

const superseded = `EXISTS (${replacedBy("r.id")})`;

/** The rules of a flag that no other rule replaces. */
function standing(flag: string, ...more: readonly string[]): Part {
  const rest = [...more.map((one) => ` AND +${one}`), ` AND NOT ${superseded}`].join("");
  return {
    condition: condition(`+${flag}${rest}`),
    ways: [{ from: "rules r", id: "r.id", where: condition(`${flag}${rest}`) }],
  };
}

/** What `statusOf` says, as conditions. A status is never written down: it also changes when another rule does. */
const statuses: Readonly<Record<RuleStatus, Part>> = {
  active: standing("r.enabled = 1", "r.pending = 0"),
  disabled: standing("r.enabled = 0"),
  pending: standing("r.pending = 1", "r.enabled = 1"),
  superseded: {
    condition: condition(superseded),
    ways: [
      {
        from: "rule_replaces e CROSS JOIN rules r ON r.id = e.value",
        id: "e.value",
        // One way to each rule, however many replace it.
        where: condition(`e.rule_id = (${replacedBy("e.value")})`),
      },
    ],
  },
};

const nothing: Part = {
  condition: condition("FALSE"),
  ways: [{ from: "rules r", id: "r.id", where: condition("FALSE") }],
};

function ofStatus(wanted: readonly RuleStatus[]): Part {
  const parts = [...new Set(wanted)].map((status) => statuses[status]);
  if (parts.length === 0) return nothing;
  return {
    condition: condition(parts.map((part) => `(${part.condition.sql})`).join(" OR ")),
    ways: parts.flatMap((part) => part.ways),
  };
}
