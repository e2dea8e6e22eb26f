import type { HistoryOptions, RuleRevision } from "@precept/core";
import { allOf, ownerConditions } from "./condition.ts";
import type { Driver } from "./driver.ts";
import { chunkSize, readChunks, type Access } from "./list.ts";
import { ruleOf, sqlText, type RuleRow } from "./rows.ts";

interface RevisionRow extends RuleRow {
  readonly deleted: number;
  readonly at: string;
  readonly reason: string | null;
}

/** Lists the revisions of a rule in chunks, newest first. */
export function listRevisions(
  access: Access,
  store: string,
  id: string,
  { before, limit, tenant }: HistoryOptions,
): AsyncIterable<RuleRevision> {
  const visible = allOf(tenant === undefined ? [] : ownerConditions("v", { tenant }));
  const sql =
    "SELECT v.revision, v.deleted, v.rule, v.written_at AS at, v.reason FROM revisions v " +
    `WHERE v.rule_id = ? AND v.revision < ? AND ${visible.sql} ORDER BY v.revision DESC LIMIT ?`;
  const first = before === undefined ? Number.MAX_SAFE_INTEGER : findRevision(access(), id, before);
  const read = (driver: Driver, size: number, last: RevisionRow | undefined): readonly RevisionRow[] =>
    driver.all(sql, sqlText(id), last?.revision ?? first, ...visible.values, size) as readonly RevisionRow[];
  return readChunks(access, limit, chunkSize, read, (row) => revisionOf(row, store));
}

function revisionOf(row: RevisionRow, store: string): RuleRevision {
  const { revision, deleted, at, reason } = row;
  const rule = ruleOf(row, store);
  return { rule, revision: String(revision), deleted: deleted === 1, at, ...(reason !== null && { reason }) };
}

/** Returns the number of a revision of a rule, or 0 if the rule does not have the revision. */
function findRevision(driver: Driver, id: string, revision: string): number {
  const sql = "SELECT revision FROM revisions WHERE rule_id = ? AND revision = ?";
  const found = driver.get(sql, sqlText(id), Number(revision)) as Pick<RuleRow, "revision"> | undefined;
  return found !== undefined && String(found.revision) === revision ? found.revision : 0;
}
