import { crc32 } from "node:zlib";
import {
  isStorable,
  PreceptError,
  type CancelSignal,
  type ChangeRecord,
  type JsonRow,
  type RuleWrite,
  type RuleWriteResult,
  type Written,
} from "@precept/core";
import { toArrayText, type ArrayItem } from "./array-text.ts";
import { Batch, prepareWrite, type BatchState, type PreparedWrite } from "./batch.ts";
import { anyOf, condition, forceGenericPlans, noneOrValue, type Condition } from "./condition.ts";
import type { Database, Queries } from "./database.ts";
import { assertWritable } from "./migrate.ts";
import type { CompleteOptions } from "./options.ts";

export interface WriteOutcome<Result> {
  readonly results: readonly Result[];
  readonly records: readonly ChangeRecord[];
  /** The position of the writes; undefined if they changed nothing. */
  readonly position: number | undefined;
}

/** Decides one write. It can catch the error of a rejected one. */
type Attempt<Result> = (write: () => Written) => Result;

/** Rejects all writes if one is rejected. */
export const allOrNone: Attempt<Written> = (write) => write();

/** Rejects only the writes that are rejected. */
export const eachAlone: Attempt<RuleWriteResult> = (write) => {
  try {
    return write();
  } catch (error) {
    if (!PreceptError.is(error) || !error.code.startsWith("RULE_")) throw error;
    return { kind: "rejected", error };
  }
};

/**
 * Writes rules in order, all or nothing: locks and reads what they need, decides each write, and writes everything in the last
 * statement.
 *
 * @param writes do not change any more.
 * @throws PreceptError `RULE_CONFLICT`, `RULE_EXISTS`, `RULE_INVALID`, `STORE_FAILED`. Nothing is written then.
 */
export async function writeAll<Result>(
  database: Database,
  writes: readonly RuleWrite[],
  options: CompleteOptions,
  attempt: Attempt<Result>,
  signal: CancelSignal | undefined,
): Promise<WriteOutcome<Result>> {
  if (writes.length === 0) return { results: [], records: [], position: undefined };
  let decided: Decided<Result> | undefined;
  /** Decides the writes, and writes them. */
  const finish = async (queries: Queries, state: BatchState, prepared: readonly PreparedWrite[], held: HeldLocks) => {
    const batch = new Batch(state, options);
    const results = prepared.map((write) => attempt(() => batch.write(write)));
    const outcome = { results, records: batch.records(), position: undefined };
    signal?.throwIfAborted();
    if (batch.revisions.length === 0) return outcome;
    decided = { batch, outcome };
    const position = await writeBatch(queries, batch, options, held);
    return position === undefined ? undefined : { ...outcome, position };
  };
  try {
    const [only] = writes;
    if (writes.length === 1 && only !== undefined && dependsOnlyOnItself(only)) {
      const [state, position] = await readAlone(database, only, options);
      const locks = locksFor([idOf(only)], [], false);
      const written = await finish(database, state, [prepareWrite(only)], { locks, position });
      if (written !== undefined) return written;
    }
    const written = await database.transaction(async (queries) => {
      const reading = lockAndRead(queries, writes, options);
      // While the server locks and reads.
      const prepared = writes.map(prepareWrite);
      return finish(queries, await reading, prepared, { locks: [], position: undefined });
    });
    if (written === undefined) throw new Error("The table of the feed has no row.");
    return written;
  } catch (error) {
    // The connection can be lost after the server has written, and before it says so.
    const position =
      decided === undefined ? undefined : await findWritten(database, decided.batch, options).catch(() => undefined);
    if (decided === undefined || position === undefined) throw error;
    return { ...decided.outcome, position };
  }
}

interface Decided<Result> {
  readonly batch: Batch;
  readonly outcome: WriteOutcome<Result>;
}

/** What makes sure that what a batch was decided on is still current when it is written. */
interface HeldLocks {
  /** The locks that the last statement takes. Empty if the transaction has them. */
  readonly locks: readonly number[];
  /** The position at which the state was read: nothing is written at another one. Undefined if the locks were taken before. */
  readonly position: number | undefined;
}

/**
 * The position of a batch that was written; undefined if it was not. Takes the lock of a rule that the batch writes, because the server
 * may still be writing it. Numbers of revisions are never used twice.
 */
async function findWritten(database: Database, { revisions }: Batch, options: CompleteOptions): Promise<number | undefined> {
  const [first] = revisions;
  if (first === undefined) return undefined;
  const [, rows] = await database.transaction((queries) =>
    Promise.all([
      queries.query(lock(locksFor([first.rule.id], [], false), options)),
      queries.query<{ readonly position: string }>(
        condition("SELECT position FROM revisions WHERE revision = ?", first.revision),
      ),
    ]),
  );
  return rows[0] && Number(rows[0].position);
}

/** Notifications of changes have this name. */
export function channelOf({ schema }: Pick<CompleteOptions, "schema">): string {
  return `precept_${schema}`;
}

type Save = RuleWrite & { readonly kind: "save" };

function isSave(write: RuleWrite): write is Save {
  return write.kind === "save";
}

function idOf(write: RuleWrite): string {
  return isSave(write) ? write.rule.id : write.id;
}

/** Whether a write can be decided on the state of its rule alone. */
function dependsOnlyOnItself(write: RuleWrite): boolean {
  return isStorable(idOf(write)) && (!isSave(write) || (write.uniqueName !== true && write.rule.replaces.length === 0));
}

/**
 * Reads the state of one rule and the position, without locks, in one statement. The write is valid if nothing was written since
 * then, which its statement checks: that takes two messages to the server instead of four. Otherwise, it is done with locks.
 */
async function readAlone(
  database: Queries,
  write: RuleWrite,
  { id: store }: CompleteOptions,
): Promise<readonly [BatchState, number]> {
  const statement = `SELECT c.*, n.* FROM (${newNumbers}) n CROSS JOIN (${currentAndLast}) c`;
  const [row] = await database.query<RuleRow & NumberRow>(condition(statement, 1, JSON.stringify([idOf(write)])));
  if (row === undefined) throw new Error("The tables of the format and the feed have no rows.");
  assertWritable(row, store);
  return [stateOf([row], [row]), Number(row.position)];
}

async function lockAndRead(queries: Queries, writes: readonly RuleWrite[], options: CompleteOptions): Promise<BatchState> {
  const ids = [...new Set(writes.map(idOf))].filter(isStorable);
  const saves = writes.filter(isSave);
  const unique = saves.filter(({ uniqueName, rule }) => uniqueName === true && isStorable(rule.name));
  const replaced = saves.flatMap(({ rule }) => rule.replaces).filter(isStorable);
  // Sent together. Each statement sees what was committed when it begins: after the locks were granted.
  const [, , rules, named, edges, numbers] = await Promise.all([
    queries.query(forceGenericPlans),
    queries.query(lock(locksFor(ids, unique, replaced.length > 0), options)),
    queries.query<RuleRow>(condition(currentAndLast, JSON.stringify(ids))),
    unique.length === 0 ? [] : queries.query<Pick<JsonRow, "rule">>(withNamesOf(unique)),
    replaced.length === 0 ? [] : queries.query<EdgeRow>(condition(reachable, JSON.stringify(replaced))),
    queries.query<NumberRow>(condition(newNumbers, writes.length)),
  ]);
  const [number] = numbers;
  if (number !== undefined) assertWritable(number, options.id);
  return {
    ...stateOf(rules, numbers),
    named,
    replaces: new Map(edges.map(({ id, replaces }) => [id, JSON.parse(replaces) as readonly string[]])),
  };
}

function stateOf(rules: readonly RuleRow[], numbers: readonly NumberRow[]): BatchState {
  return {
    current: new Map(rules.flatMap(({ id, revision, rule }) => currentIn(id, revision, rule))),
    last: new Map(rules.flatMap(({ id, last }) => (last === null ? [] : [[id, { rule: last }]]))),
    named: [],
    replaces: new Map(),
    revisions: numbers.map(({ number }) => Number(number)),
  };
}

function currentIn(id: string, revision: string | null, rule: string | null): readonly (readonly [string, JsonRow])[] {
  return revision === null || rule === null ? [] : [[id, { revision: Number(revision), rule }]];
}

/** The number of locks that rules and names share, so that a large batch needs no more. */
const stripes = 256;

/** The lock for changes of what rules replace, so that two of them cannot form a cycle together. */
const graphLock = stripes;

/** The numbers of the locks for the rules and names of a batch, in one order for all batches, so that none waits for another. */
function locksFor(ids: readonly string[], unique: readonly Save[], replaces: boolean): readonly number[] {
  const texts = [...ids.map((id) => `id ${id}`), ...unique.map(({ rule }) => `name ${rule.scope} ${rule.name}`)];
  const locks = new Set([...texts.map((text) => crc32(text) % stripes), ...(replaces ? [graphLock] : [])]);
  return [...locks].toSorted((left, right) => left - right);
}

/** Takes locks until the transaction ends. */
const takeLocks = "SELECT pg_advisory_xact_lock(?::integer, l) FROM unnest(?::text::integer[]) l";

function lock(locks: readonly number[], options: CompleteOptions): Condition {
  return condition(takeLocks, lockClassOf(options), toArrayText(locks));
}

/** The first number of the locks of a schema. It is positive, so that it fits into 32 bits with a sign. */
function lockClassOf({ schema }: Pick<CompleteOptions, "schema">): number {
  return crc32(`precept ${schema}`) >>> 1;
}

interface RuleRow {
  readonly id: string;
  readonly revision: string | null;
  readonly rule: string | null;
  readonly last: string | null;
}

const currentAndLast = `
SELECT w.id, r.revision, CASE WHEN r.id IS NOT NULL THEN l.rule END AS rule, l.rule AS last
FROM jsonb_array_elements_text(?::text::jsonb) w (id)
LEFT JOIN rules r ON r.id = w.id
LEFT JOIN LATERAL (SELECT rule FROM revisions o WHERE o.rule_id = w.id ORDER BY o.revision DESC LIMIT 1) l ON true`;

/** Rules with the names of new ones, for the same or overlapping owners. No project or user overlaps with each. */
function withNamesOf(saves: readonly Save[]): Condition {
  const alternatives = saves.map(({ rule: { name, scope, projectId, userId } }) => {
    const project = projectId === undefined ? condition("TRUE") : noneOrValue("r.project_id", projectId);
    const user = userId === undefined ? condition("TRUE") : noneOrValue("r.user_id", userId);
    return condition(
      `r.name = ? AND r.scope = ? AND (${project.sql}) AND (${user.sql})`,
      name,
      scope,
      ...project.values,
      ...user.values,
    );
  });
  const { sql, values } = anyOf(alternatives);
  return condition(`SELECT v.rule FROM rules r JOIN revisions v ON v.revision = r.revision WHERE ${sql}`, ...values);
}

interface EdgeRow {
  readonly id: string;
  /** The ids as JSON. */
  readonly replaces: string;
}

/** The rules that can be reached from some by what they replace. */
const reachable = `
WITH RECURSIVE reached (id) AS (
  SELECT w.id COLLATE "C" FROM jsonb_array_elements_text(?::text::jsonb) w (id)
  UNION SELECT e.id FROM reached JOIN rules r ON r.id = reached.id CROSS JOIN LATERAL unnest(r.replaces) e (id)
)
SELECT r.id, to_jsonb(r.replaces)::text AS replaces FROM reached JOIN rules r ON r.id = reached.id`;

interface NumberRow {
  readonly number: string;
  /** The oldest format whose programs may write. */
  readonly oldest: number;
  readonly position: string;
}

const newNumbers = `
SELECT nextval('revision') AS number, (SELECT oldest FROM format), (SELECT position FROM feed) FROM generate_series(1, ?::integer)`;

/** The columns of a batch, each a list. A list of lists has the texts of arrays as elements. */
const columns = {
  revision: "bigint",
  rule_id: "text",
  is_deleted: "boolean",
  written_at: "text",
  rule: "text",
  reason: "text",
  name: "text",
  scope: "text",
  inclusion: "text",
  enabled: "boolean",
  pending: "boolean",
  category: "text",
  authority: "text",
  project_id: "text",
  user_id: "text",
  tags: "text",
  targets: "text",
  contexts: "text",
  replaces: "text",
  is_last: "boolean",
} as const;

const columnNames = Object.keys(columns) as readonly (keyof typeof columns)[];

/**
 * Adds revisions and updates the current rules. The position is incremented here, and the transaction ends after this
 * statement, so that other writers wait only for it. What the statement writes depends on the row of the position, so no row of
 * a rule is locked before. If the position is another one than the given one, nothing is written.
 */
const write = `
WITH locked AS MATERIALIZED (${takeLocks}),
f AS (
  UPDATE feed SET position = position + 1 WHERE (SELECT count(*) FROM locked) >= 0 AND position = coalesce(?::bigint, position)
  RETURNING position
),
w AS (
  SELECT * FROM unnest(${Object.values(columns)
    .map((type) => `?::text::${type}[]`)
    .join(", ")}) AS w (${columnNames.join(", ")})
),
added AS (
  INSERT INTO revisions (revision, position, rule_id, is_deleted, written_at, rule, reason, project_id, user_id)
  SELECT w.revision, f.position, w.rule_id, w.is_deleted, w.written_at, w.rule, w.reason, w.project_id, w.user_id FROM w CROSS JOIN f
),
removed AS (DELETE FROM rules r USING w CROSS JOIN f WHERE r.id = w.rule_id AND w.is_last AND w.is_deleted),
put AS (
  INSERT INTO rules (
    id, revision, name, scope, inclusion, enabled, pending, category, authority, project_id, user_id, tags, targets, contexts, replaces
  )
  SELECT
    w.rule_id, w.revision, w.name, w.scope, w.inclusion, w.enabled, w.pending, w.category, w.authority, w.project_id, w.user_id,
    w.tags::text[], w.targets::text[], w.contexts::text[], w.replaces::text[]
  FROM w CROSS JOIN f WHERE w.is_last AND NOT w.is_deleted
  ON CONFLICT (id) DO UPDATE SET
    revision = excluded.revision, name = excluded.name, scope = excluded.scope, inclusion = excluded.inclusion, enabled = excluded.enabled,
    pending = excluded.pending, category = excluded.category, authority = excluded.authority, project_id = excluded.project_id,
    user_id = excluded.user_id, tags = excluded.tags, targets = excluded.targets, contexts = excluded.contexts, replaces = excluded.replaces
)
SELECT f.position, pg_notify(?, f.position::text)::text AS notified FROM f`;

/** @returns the position of the batch; undefined if the position is not the given one. */
async function writeBatch(
  queries: Queries,
  batch: Batch,
  options: CompleteOptions,
  { locks, position }: HeldLocks,
): Promise<number | undefined> {
  const last = new Set(batch.last);
  const rows = batch.revisions.map((added): Readonly<Record<keyof typeof columns, ArrayItem>> => {
    const { rule, text, isDeleted, writtenAt, revision, reason } = added;
    const { id, name, scope, inclusion, enabled, pending, category, authority, projectId, userId } = rule;
    return {
      revision,
      rule_id: id,
      is_deleted: isDeleted,
      written_at: writtenAt,
      rule: text,
      // As JSON, which escapes what a column cannot store.
      reason: reason === undefined ? null : JSON.stringify(reason),
      name,
      scope,
      inclusion,
      enabled,
      pending,
      category: category ?? null,
      authority,
      project_id: projectId ?? null,
      user_id: userId ?? null,
      tags: toArrayText(rule.tags),
      targets: toArrayText(rule.targets),
      contexts: toArrayText(rule.contexts),
      replaces: toArrayText(rule.replaces),
      is_last: last.has(added),
    };
  });
  const lists = columnNames.map((name) => toArrayText(rows.map((row) => row[name])));
  const values = [lockClassOf(options), toArrayText(locks), position ?? null, ...lists, channelOf(options)];
  const [written] = await queries.query<{ readonly position: string }>(condition(write, ...values));
  return written && Number(written.position);
}
