import { createRecord, PreceptError, storedOf, type CancelSignal, type ChangeRecord, type RuleFilter } from "@precept/core";
import { allOf, anyOf, condition, ownerConditions, type Condition } from "./condition.ts";
import type { Database } from "./database.ts";

/** A position of the feed: how many transactions changed rules before it. */
export interface Position {
  readonly number: number;
  /** The id of the database and the number. */
  readonly token: string;
}

interface FeedRow {
  readonly feed: string;
  readonly position: string;
  readonly prunedUntil: string;
}

/** The current position. */
export async function readPosition(database: Database, signal?: CancelSignal): Promise<Position> {
  const [row] = await database.query<FeedRow>(condition("SELECT id AS feed, position FROM feed"), { signal });
  return positionOf(row as FeedRow);
}

function positionOf({ feed, position }: Pick<FeedRow, "feed" | "position">): Position {
  return { number: Number(position), token: tokenOf(feed, Number(position)) };
}

export function tokenOf(feed: string, number: number): string {
  return `${feed}:${number}`;
}

/** The number in a token of a database. Undefined if the text is no token of it. */
function numberIn(token: string, feed: string): number | undefined {
  const [id, digits = ""] = token.split(":");
  const number = Number(digits);
  return id === feed && /^\d+$/.test(digits) && Number.isSafeInteger(number) && tokenOf(feed, number) === token
    ? number
    : undefined;
}

/** Implements `RuleStore.hasReached`. */
export async function hasReached(database: Database, token: string, store: string, signal?: CancelSignal): Promise<boolean> {
  const now = await readPosition(database, signal);
  const number = numberIn(token, now.token.split(":")[0] ?? "");
  if (number === undefined) throw new PreceptError("POSITION_UNKNOWN", { stores: [store] });
  return number <= now.number;
}

export interface ChangesSince {
  /** The changed rules; undefined if it is not known which ones changed. */
  readonly records: readonly ChangeRecord[] | undefined;
  /** The position after the changes. */
  readonly end: Position;
}

interface ChangedRow extends FeedRow {
  /** Null if nothing changed. */
  readonly id: string | null;
  readonly revision: string;
  readonly isDeleted: boolean;
  readonly rule: string;
  /** The rule at the first position; null if there was none. */
  readonly before: string | null;
}

/**
 * Each changed rule once, in one statement, which sees the state of one moment: the lock of the feed is released when the
 * changes can be seen, so everything up to its position is there.
 */
function changedSince(start: number, filter: RuleFilter): Condition {
  const after = allOf(ownerConditions("v", filter));
  const before = allOf(ownerConditions("b", filter));
  const owners = anyOf([after, before]);
  const sql = `
SELECT f.id AS feed, f.position, f.pruned_until AS "prunedUntil", c.* FROM feed f LEFT JOIN (
  SELECT v.rule_id AS id, v.revision, v.is_deleted AS "isDeleted", v.rule, CASE WHEN NOT b.is_deleted THEN b.rule END AS before
  FROM (SELECT rule_id, max(revision) AS last FROM revisions WHERE position > ? GROUP BY rule_id) l
  JOIN revisions v ON v.revision = l.last
  LEFT JOIN LATERAL (
    SELECT * FROM revisions o WHERE o.rule_id = l.rule_id AND o.position <= ? ORDER BY o.revision DESC LIMIT 1
  ) b ON true
  WHERE ${owners.sql}
) c ON true ORDER BY c.id`;
  return { sql, values: [start, start, ...owners.values] };
}

/** Returns the changes since a position: each changed rule once, in its current state. @param filter omits other owners. */
export async function changesSince(
  database: Database,
  token: string,
  {
    store,
    filter = {},
    signal,
  }: { readonly store: string; readonly filter?: RuleFilter; readonly signal?: CancelSignal | undefined },
): Promise<ChangesSince> {
  const [, digits = ""] = token.split(":");
  const start = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.MAX_SAFE_INTEGER;
  const rows = await database.query<ChangedRow>(changedSince(start, filter), { signal, tenant: filter.tenant });
  const [first] = rows as readonly [ChangedRow, ...ChangedRow[]];
  const end = positionOf(first);
  const isKnown = numberIn(token, first.feed) === start && start <= end.number && start >= Number(first.prunedUntil);
  return { end, records: isKnown ? rows.flatMap((row) => recordsOf(row, store)) : undefined };
}

function recordsOf({ id, revision, isDeleted, rule, before }: ChangedRow, store: string): readonly ChangeRecord[] {
  if (id === null) return [];
  const after = isDeleted ? undefined : storedOf({ revision: Number(revision), rule }, store);
  return [createRecord(id, before === null ? undefined : { rule: before }, after && (() => after), store)];
}
