import { createRecord, PreceptError, storedOf, type ChangeRecord, type RuleFilter } from "@precept/core";
import { allOf, type Condition, ownerConditions } from "./condition.ts";
import type { Driver } from "./driver.ts";

export interface ChangesSince {
  /** The changed rules; undefined if it is not known which ones changed. */
  readonly records: readonly ChangeRecord[] | undefined;
  /** The position after the changes. */
  readonly token: string;
}

interface ChangedRow {
  readonly prunedUntil: number;
  /** Null if nothing changed. */
  readonly id: string | null;
  readonly revision: number;
  readonly deleted: number;
  readonly rule: string;
  /** The rule at the first position; null if there was none. */
  readonly before: string | null;
}

/** Each changed rule once, in one consistent statement. Returns at least one row, for `prunedUntil`. */
const changedBetween = ({ sql }: Condition): string => `
SELECT f.pruned_until AS prunedUntil, c.*
FROM feed f LEFT JOIN (
  SELECT v.rule_id AS id, v.revision, v.deleted, v.rule, iif(b.deleted = 0, b.rule, NULL) AS before
  FROM (SELECT rule_id, max(revision) AS last FROM revisions WHERE revision > ? AND revision <= ? GROUP BY rule_id) l
  CROSS JOIN revisions v ON v.revision = l.last
  LEFT JOIN revisions b ON b.revision = (SELECT max(o.revision) FROM revisions o WHERE o.rule_id = l.rule_id AND o.revision <= ?)
  WHERE ${sql}
) c ORDER BY c.id`;

/**
 * Returns the changes since a position: each changed rule once, in its current state. Revisions number all changes of
 * the file in their order, since there is one writer at a time. @param filter omits rules of other owners.
 */
export function changesSince(driver: Driver, token: string, store: string, filter: RuleFilter = {}): ChangesSince {
  const end = readPosition(driver);
  if (token === end.token) return { records: [], token };
  const start = findPosition(driver, token);
  if (start === undefined || start.revision > end.revision) return { records: undefined, token: end.token };
  const owners = ownedBeforeOrAfter(filter);
  const values = [start.revision, end.revision, start.revision, ...owners.values];
  const rows = driver.all(changedBetween(owners), ...values) as readonly ChangedRow[];
  // Another process may have pruned revisions since the position was found.
  if (rows.some(({ prunedUntil }) => prunedUntil > start.revision)) return { records: undefined, token: end.token };
  return { records: rows.flatMap((row) => recordsOf(row, store)), token: end.token };
}

function ownedBeforeOrAfter(filter: RuleFilter): Condition {
  const after = allOf(ownerConditions("v", filter));
  const before = allOf(ownerConditions("b", filter));
  return { sql: `(${after.sql}) OR (${before.sql})`, values: [...after.values, ...before.values] };
}

function recordsOf({ id, revision, deleted, rule, before }: ChangedRow, store: string): readonly ChangeRecord[] {
  if (id === null) return [];
  const after = deleted === 1 ? undefined : storedOf({ revision, rule }, store);
  return [createRecord(id, before === null ? undefined : { rule: before }, after && (() => after), store)];
}

interface PositionRow {
  readonly id: string;
  readonly prunedUntil: number;
  /** Null if nothing was written yet. */
  readonly revision: number | null;
  readonly writtenAt: string | null;
}

/** A position of the feed: after a revision. */
export interface Position {
  /** The number of the revision; 0 before the first one. */
  readonly revision: number;
  readonly token: string;
}

const columns = "f.id, f.pruned_until AS prunedUntil, v.revision, v.written_at AS writtenAt";
const newest = `SELECT ${columns} FROM feed f LEFT JOIN revisions v ON v.revision = (SELECT max(revision) FROM revisions)`;
const known = `SELECT ${columns} FROM feed f LEFT JOIN revisions v ON v.revision = ?`;

/** The current position: after the last revision of the file. */
export function readPosition(driver: Driver): Position {
  // The table has one row.
  const row = driver.get(newest) as PositionRow;
  return { revision: row.revision ?? 0, token: tokenOf(row) };
}

/** Finds the position of a token. Undefined if it is of another file, newer than the file, or pruned. */
function findPosition(driver: Driver, token: string): Position | undefined {
  const revision = revisionOf(token);
  if (revision === undefined) return undefined;
  const row = driver.get(known, revision) as PositionRow;
  return tokenOf(row) === token && revision >= row.prunedUntil ? { revision, token } : undefined;
}

/** Implements `RuleStore.hasReached`. Every connection reads what is committed, so only a restored file is behind. */
export function hasReached(driver: Driver, token: string, store: string): boolean {
  const revision = revisionOf(token);
  const row = driver.get(known, revision ?? 0) as PositionRow;
  if (revision !== undefined && token.startsWith(`${row.id}:`)) {
    if (tokenOf(row) === token) return true;
    if (row.revision === null && revision < row.prunedUntil) return true;
    if (revision > readPosition(driver).revision) return false;
  }
  throw new PreceptError("POSITION_UNKNOWN", { stores: [store] });
}

/** The number of the revision in a token. Undefined if the text is no token. */
function revisionOf(token: string): number | undefined {
  const [, digits = ""] = token.split(":");
  const revision = Number(digits);
  return /^\d+$/.test(digits) && Number.isSafeInteger(revision) ? revision : undefined;
}

/** Creates a token: the id of the file, the revision, and its time, which differs after a backup was restored. */
function tokenOf({ id, revision, writtenAt }: PositionRow): string {
  return revision === null ? `${id}:0` : `${id}:${revision}:${writtenAt ?? ""}`;
}

/** A number that changes when another connection writes. */
export function dataVersion(driver: Driver): number {
  return (driver.get("SELECT data_version AS version FROM pragma_data_version") as { readonly version: number }).version;
}
