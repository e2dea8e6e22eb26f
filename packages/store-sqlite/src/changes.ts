import type { Rule, StoreChange } from "@precept/core";
import type { Driver } from "./driver.ts";
import { ruleOf } from "./rows.ts";

interface ChangedRow {
  readonly id: string;
  readonly last: number;
  /** Null if the rule was deleted. */
  readonly rule: string | null;
}

/** One statement, so that the result is consistent. */
const changedSince = `
SELECT c.id, c.last, v.rule
FROM (SELECT rule_id AS id, max(revision) AS last FROM revisions WHERE revision > ? GROUP BY rule_id) c
LEFT JOIN rules r ON r.id = c.id
LEFT JOIN revisions v ON v.revision = r.revision
ORDER BY c.id`;

/** The changes after a revision, and the last revision that they include. */
export interface ChangesSince {
  readonly change: StoreChange;
  readonly upTo: number;
}

/**
 * Returns the changes after a revision: each changed rule once, in its current state. Revisions number the changes of the whole file in the order in
 * which they become visible, since there is only one writer at a time.
 */
export function changesSince(driver: Driver, revision: number, store: string): ChangesSince {
  const rows = driver.all(changedSince, revision) as readonly ChangedRow[];
  const saved: Rule[] = [];
  const deleted: string[] = [];
  for (const { id, rule } of rows) {
    if (rule === null) deleted.push(id);
    else saved.push(ruleOf({ rule }, store));
  }
  return { change: { saved, deleted }, upTo: rows.reduce((upTo, { last }) => Math.max(upTo, last), revision) };
}

/** The last revision of the file; 0 if there is none. */
export function newestRevision(driver: Driver): number {
  const { newest } = driver.get("SELECT max(revision) AS newest FROM revisions") as { readonly newest: number | null };
  return newest ?? 0;
}

/** A number that changes when another connection writes. */
export function dataVersion(driver: Driver): number {
  return (driver.get("SELECT data_version AS version FROM pragma_data_version") as { readonly version: number }).version;
}
