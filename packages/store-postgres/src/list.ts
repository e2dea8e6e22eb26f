import {
  isStorable,
  ruleOf,
  type HistoryOptions,
  type ListOptions,
  type RuleRevision,
  type StoredRule,
  type StoredRuleId,
  type Tenant,
} from "@precept/core";
import { allOf, condition, visibleTo, type SqlValue } from "./condition.ts";
import type { Database } from "./database.ts";
import { buildCondition } from "./filter.ts";
import { readMany, toStored } from "./read.ts";

/** The number of rules that are read together: most tenants have fewer, so that one statement reads all. They are parsed one by one. */
const chunkSize = 2000;

/** The number of revisions of a rule that are read together. */
const revisionChunkSize = 500;

/** Returns the database, or throws if the store is closed or the call is aborted. Called before each rule. */
export type Access = () => Promise<Database>;

interface ListedRow {
  readonly id: string;
  readonly revision: string;
  /** Null after the first rules. */
  readonly rule: string | null;
}

/**
 * Lists rules as of one moment. The first statement reads the revisions of all of them, and later ones read these revisions,
 * which never change: so no transaction stays open, however slowly the rules are used.
 */
export async function* listRules(access: Access, store: string, options: ListOptions): AsyncIterable<StoredRule> {
  const listed = await readListed(await access(), options, chunkSize);
  for (let start = 0; start < listed.length; start += chunkSize) {
    const chunk = listed.slice(start, start + chunkSize);
    const read =
      start === 0
        ? (row: ListedRow) => storedIn(row, store)
        : await readRevisions(await access(), chunk, { store, tenant: options.filter?.tenant });
    for (const row of chunk) {
      await access();
      const stored = read(row);
      if (stored !== undefined) yield stored;
    }
  }
}

function storedIn({ revision, rule }: ListedRow, store: string): StoredRule | undefined {
  return rule === null ? undefined : toStored({ revision, rule }, store);
}

/** Lists the ids and revisions of rules without reading the rules. */
export async function* listIds(access: Access, options: ListOptions): AsyncIterable<StoredRuleId> {
  for (const { id, revision } of await readListed(await access(), options, 0)) {
    await access();
    yield { id, revision, cursor: id };
  }
}

/** @param texts the number of first rules of which the text is read. */
async function readListed(
  database: Database,
  { filter = {}, cursor, limit = Number.POSITIVE_INFINITY, signal }: ListOptions,
  texts: number,
): Promise<readonly ListedRow[]> {
  if (!(limit > 0)) return [];
  const { sql, values } = buildCondition(filter);
  const after =
    cursor === undefined ? condition("TRUE") : isStorable(cursor) ? condition("r.id > ?", cursor) : condition("FALSE");
  const limits: readonly SqlValue[] = limit === Number.POSITIVE_INFINITY ? [] : [Math.ceil(limit)];
  return database.query<ListedRow>(
    condition(
      `SELECT l.id, l.revision, v.rule FROM (
         SELECT r.id, r.revision, row_number() OVER (ORDER BY r.id) AS at FROM rules r WHERE (${sql}) AND ${after.sql}
         ORDER BY r.id ${limits.length === 0 ? "" : "LIMIT ?"}
       ) l LEFT JOIN revisions v ON l.at <= ? AND v.revision = l.revision ORDER BY l.id`,
      ...values,
      ...after.values,
      ...limits,
      texts,
    ),
    { signal, tenant: filter.tenant },
  );
}

/** Reads the rules of a part of a listing. @returns a function that parses the rule of a row. A revision that was pruned since then is replaced by the current one. */
async function readRevisions(
  database: Database,
  listed: readonly ListedRow[],
  { store, tenant }: { readonly store: string; readonly tenant: Tenant | undefined },
): Promise<(row: ListedRow) => StoredRule | undefined> {
  const rows = await database.query<{ readonly revision: string; readonly rule: string }>(
    condition(
      "SELECT revision, rule FROM revisions WHERE revision IN (SELECT w::bigint FROM jsonb_array_elements_text(?::text::jsonb) w)",
      JSON.stringify(listed.map(({ revision }) => revision)),
    ),
    { tenant },
  );
  const byRevision = new Map(rows.map((row) => [row.revision, row]));
  const pruned = listed.filter(({ revision }) => !byRevision.has(revision)).map(({ id }) => id);
  const current = await readMany(database, pruned, { store, tenant });
  return ({ id, revision }) => {
    const row = byRevision.get(revision);
    return row === undefined ? current.get(id) : toStored(row, store);
  };
}

interface RevisionRow {
  readonly revision: string;
  readonly isDeleted: boolean;
  readonly rule: string;
  readonly at: string;
  readonly reason: string | null;
}

/** Lists the revisions of a rule in chunks, newest first. */
export async function* listRevisions(
  access: Access,
  store: string,
  id: string,
  { before, limit = Number.POSITIVE_INFINITY, tenant, signal }: HistoryOptions,
): AsyncIterable<RuleRevision> {
  const visible = allOf(tenant === undefined ? [] : [visibleTo("v", tenant)]);
  if (!isStorable(id)) return;
  let first = before === undefined ? Number.MAX_SAFE_INTEGER : await findRevision(await access(), id, before);
  for (let remaining = limit; remaining > 0;) {
    const database = await access();
    const size = Math.ceil(Math.min(remaining, revisionChunkSize));
    const rows = await database.query<RevisionRow>(
      condition(
        `SELECT v.revision, v.is_deleted AS "isDeleted", v.rule, v.written_at AS at, v.reason FROM revisions v ` +
          `WHERE v.rule_id = ? AND v.revision < ? AND ${visible.sql} ORDER BY v.revision DESC LIMIT ?`,
        id,
        first,
        ...visible.values,
        size,
      ),
      { signal, tenant },
    );
    for (const row of rows) {
      await access();
      first = Number(row.revision);
      remaining -= 1;
      yield toRevision(row, store);
    }
    if (rows.length < size) return;
  }
}

function toRevision(row: RevisionRow, store: string): RuleRevision {
  const { revision, isDeleted, at, reason } = row;
  const why = reason === null ? {} : { reason: JSON.parse(reason) as string };
  return { rule: ruleOf(row, store), revision, deleted: isDeleted, at, ...why };
}

/** Returns the number of a revision of a rule, or 0 if the rule does not have the revision. */
async function findRevision(database: Database, id: string, revision: string): Promise<number> {
  if (!/^\d{1,15}$/.test(revision)) return 0;
  const rows = await database.query(condition("SELECT FROM revisions WHERE rule_id = ? AND revision = ?", id, Number(revision)));
  return rows.length > 0 && String(Number(revision)) === revision ? Number(revision) : 0;
}
