import type { Rule, StoreChange } from "@precept/core";
import type { Driver } from "./driver.ts";
import { ruleOf } from "./rows.ts";

interface ChangedRow {
  readonly id: string;
  readonly last: number;
  /** Null where the rule is gone. */
  readonly rule: string | null;
}

/** One statement, so that all of it is of one moment. */
const changedSince = `
SELECT c.id, c.last, v.rule
FROM (SELECT rule_id AS id, max(revision) AS last FROM revisions WHERE revision > ? GROUP BY rule_id) c
LEFT JOIN rules r ON r.id = c.id
LEFT JOIN revisions v ON v.revision = r.revision
ORDER BY c.id`;

/** What was written behind a revision, and up to which. */
export interface Seen {
  readonly change: StoreChange;
  readonly upTo: number;
}

/**
 * Each rule once, as it is now, however often it was written. Revisions count the changes of the whole file, in the order in which they became
 * visible, because only one writer at a time takes numbers.
 */
export function changesSince(driver: Driver, revision: number, store: string): Seen {
  const rows = driver.all(changedSince, revision) as readonly ChangedRow[];
  const saved: Rule[] = [];
  const deleted: string[] = [];
  for (const { id, rule } of rows) {
    if (rule === null) deleted.push(id);
    else saved.push(ruleOf({ rule }, store));
  }
  return { change: { saved, deleted }, upTo: rows.reduce((upTo, { last }) => Math.max(upTo, last), revision) };
}

export function newestRevision(driver: Driver): number {
  const { newest } = driver.get("SELECT max(revision) AS newest FROM revisions") as { readonly newest: number | null };
  return newest ?? 0;
}

/** Differs from the last time exactly where another connection has written in between. */
export function dataVersion(driver: Driver): number {
  return (driver.get("SELECT data_version AS version FROM pragma_data_version") as { readonly version: number }).version;
}
