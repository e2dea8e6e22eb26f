import {
  storedOf,
  type JsonRow,
  ruleOf,
  type ListOptions,
  type StoredRule,
  type StoredRuleId,
  type HistoryOptions,
  type RuleRevision,
} from "@precept/core";
import type { Driver } from "./driver.ts";
import { buildListQuery, type Listed } from "./filter.ts";
import { sqlText } from "./rows.ts";
import { allOf, ownerConditions } from "./condition.ts";

/** The number of rules in a chunk: large enough to read fast, and small enough not to block the process. */
export const chunkSize = 256;

/** The same for ids, which take less time to read. */
const idChunkSize = 4096;

/** Returns the connection, or throws if the store is closed or the call is aborted. Called before each rule. */
export type Access = () => Driver;

type IdRow = Pick<JsonRow, "revision"> & { readonly id: string };

/** Lists rules in chunks. Each begins after the last id, so that no rule is repeated or missed. */
export function listRules(access: Access, store: string, options: ListOptions): AsyncIterable<StoredRule> {
  const read = readListed<JsonRow & IdRow>(options, "rules");
  return readChunks(access, options.limit, chunkSize, read, (row) => storedOf(row, store));
}

/** Lists the ids and revisions of rules without reading the rules, in larger chunks than {@link listRules}. */
export function listIds(access: Access, options: ListOptions): AsyncIterable<StoredRuleId> {
  const read = readListed<IdRow>(options, "ids");
  return readChunks(access, options.limit, idChunkSize, read, ({ id, revision }) => ({
    id,
    revision: String(revision),
    cursor: id,
  }));
}

function readListed<Row extends IdRow>({ filter = {}, cursor = "" }: ListOptions, listed: Listed): ReadChunk<Row> {
  return (driver, size, last) => {
    const { sql, values } = buildListQuery(filter, last?.id ?? cursor, size, listed);
    return driver.all(sql, ...values) as readonly Row[];
  };
}

/** Reads at most `size` rows after the last one. Default: the first rows. */
type ReadChunk<Row> = (driver: Driver, size: number, last: Row | undefined) => readonly Row[];

/** Yields at most `limit` items. Reads whole chunks first, so that a slow reader blocks no other connection. */
async function* readChunks<Row, Item>(
  access: Access,
  limit: number = Number.POSITIVE_INFINITY,
  chunk: number,
  read: ReadChunk<Row>,
  itemOf: (row: Row) => Item,
): AsyncIterable<Item> {
  let last: Row | undefined;
  let remaining = limit;
  while (!(remaining <= 0)) {
    const size = remaining < chunk ? Math.ceil(remaining) : chunk;
    const rows = read(access(), size, last);
    for (const row of rows) {
      access();
      last = row;
      remaining -= 1;
      yield itemOf(row);
    }
    if (rows.length < size) return;
  }
}

interface RevisionRow extends JsonRow {
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
  const found = driver.get(sql, sqlText(id), Number(revision)) as Pick<JsonRow, "revision"> | undefined;
  return found !== undefined && String(found.revision) === revision ? found.revision : 0;
}
