import type { HistoryOptions, RuleRevision } from "@precept/core";
import { allOf } from "./condition.ts";
import type { Driver } from "./driver.ts";
import { chunkSize, type Access } from "./list.ts";
import { ownerConditions } from "./owner.ts";
import { ruleOf, sqlText, type RuleRow } from "./rows.ts";

interface RevisionRow extends RuleRow {
  readonly deleted: number;
  readonly at: string;
  readonly reason: string | null;
}

/** Lists the revisions of a rule in chunks, newest first. */
export async function* listRevisions(
  access: Access,
  store: string,
  id: string,
  { before, limit = Number.POSITIVE_INFINITY, tenant }: HistoryOptions,
): AsyncIterable<RuleRevision> {
  const visible = allOf(tenant === undefined ? [] : ownerConditions("v", { tenant }));
  const sql =
    "SELECT v.revision, v.deleted, v.rule, v.written_at AS at, v.reason FROM revisions v " +
    `WHERE v.rule_id = ? AND v.revision < ? AND ${visible.sql} ORDER BY v.revision DESC LIMIT ?`;
  let end = before === undefined ? Number.MAX_SAFE_INTEGER : findRevision(access(), id, before);
  let remaining = limit;
  while (!(remaining <= 0)) {
    const size = remaining < chunkSize ? Math.ceil(remaining) : chunkSize;
    const rows = access().all(sql, sqlText(id), end, ...visible.values, size) as readonly RevisionRow[];
    for (const row of rows) {
      access();
      end = row.revision;
      remaining -= 1;
      yield revisionOf(row, store);
    }
    if (rows.length < size) return;
  }
}

function revisionOf(row: RevisionRow, store: string): RuleRevision {
  const { revision, deleted, at, reason } = row;
  return {
    rule: ruleOf(row, store),
    revision: String(revision),
    deleted: deleted === 1,
    at,
    ...(reason !== null && { reason }),
  };
}

/** Returns the number of a revision of a rule, or 0 if the rule does not have the revision. */
function findRevision(driver: Driver, id: string, revision: string): number {
  const sql = "SELECT revision FROM revisions WHERE rule_id = ? AND revision = ?";
  const found = driver.get(sql, sqlText(id), Number(revision)) as Pick<RuleRow, "revision"> | undefined;
  return found !== undefined && String(found.revision) === revision ? found.revision : 0;
}
