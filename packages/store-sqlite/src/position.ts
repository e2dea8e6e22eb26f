import type { Driver } from "./driver.ts";

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

/**
 * Finds the position of a token. Undefined if it is of another file, if it is newer than the file (as after a backup
 * was restored), or if later revisions were pruned, so that it is no longer known what changed since.
 */
export function findPosition(driver: Driver, token: string): Position | undefined {
  const [, digits = ""] = token.split(":");
  const revision = Number(digits);
  if (!/^\d+$/.test(digits) || !Number.isSafeInteger(revision)) return undefined;
  const row = driver.get(known, revision) as PositionRow;
  return tokenOf(row) === token && revision >= row.prunedUntil ? { revision, token } : undefined;
}

/**
 * A token: the id of the file, the number of the revision, and when it was written. The time tells apart two revisions
 * with one number, of which one was written before and the other after a backup was restored.
 */
function tokenOf({ id, revision, writtenAt }: PositionRow): string {
  return revision === null ? `${id}:0` : `${id}:${revision}:${writtenAt ?? ""}`;
}

/** A number that changes when another connection writes. */
export function dataVersion(driver: Driver): number {
  return (driver.get("SELECT data_version AS version FROM pragma_data_version") as { readonly version: number }).version;
}
