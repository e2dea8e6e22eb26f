import { crc32 } from "node:zlib";
import { compareText, decodeText, encodeText, type StateChange, type StateEntry, type StateRecords } from "@precept/core";
import { condition, type Condition } from "../condition.ts";
import type { Database } from "../database.ts";
import { transactionId, transactKnown } from "./known-outcome.ts";

interface RecordRow {
  readonly key: string;
  readonly group: string;
  readonly value: string;
}

export interface RecordsOptions {
  /** Where the records are. */
  readonly use: string;
  readonly owner: string;
  readonly schema: string;
  /** After how many days an unchanged record is removed. */
  readonly retainDays: number;
}

/** Writes and deletes records of the locked groups, and deletes old records of any group that no other transaction changes. */
const write = `
WITH put AS (
  INSERT INTO state_records (use, owner, key, of_group, value, written_at)
  SELECT ?, ?, w.key, w.of_group, w.value, now()
  FROM jsonb_to_recordset(?::text::jsonb) AS w (key text, of_group text, value text)
  ON CONFLICT (use, owner, key) DO UPDATE SET of_group = excluded.of_group, value = excluded.value, written_at = excluded.written_at
),
gone AS (
  DELETE FROM state_records r USING jsonb_array_elements_text(?::text::jsonb) w (key) WHERE r.use = ? AND r.owner = ? AND r.key = w.key
)
SELECT ${transactionId} AS id`;

const removeOld = `
DELETE FROM state_records r USING (
  SELECT key FROM state_records WHERE use = ? AND owner = ? AND written_at < now() - make_interval(days => ?::integer)
  LIMIT 1000 FOR UPDATE SKIP LOCKED
) o WHERE r.use = ? AND r.owner = ? AND r.key = o.key`;

/** Records in PostgreSQL. An update locks its groups, also those that have no records yet. */
export class PostgresRecords implements StateRecords {
  readonly #open: () => Promise<Database>;
  readonly #options: RecordsOptions;

  constructor(open: () => Promise<Database>, options: RecordsOptions) {
    this.#open = open;
    this.#options = options;
  }

  async read(groups?: readonly string[]): Promise<ReadonlyMap<string, StateEntry>> {
    const database = await this.#open();
    return toEntries(await database.query<RecordRow>(this.#select(groups)));
  }

  async update<Result>(
    groups: readonly string[],
    change: (entries: ReadonlyMap<string, StateEntry>) => StateChange<Result>,
  ): Promise<Result> {
    const database = await this.#open();
    const { use, owner, retainDays } = this.#options;
    return transactKnown(database, async (queries) => {
      // Sent together. The second one sees what was committed when it begins: after the locks were granted.
      const [, rows] = await Promise.all([
        queries.query(this.#lock(groups)),
        queries.query<RecordRow>(this.#select(groups)),
        ...(Number.isFinite(retainDays) ? [queries.query(condition(removeOld, use, owner, retainDays, use, owner))] : []),
      ]);
      const before = toEntries(rows);
      const { entries, result } = change(before);
      const deleted = [...before.keys()].filter((key) => !entries.has(key)).map(encodeText);
      const written = [...entries].filter(([key, { group, value }]) => {
        const known = before.get(key);
        return known?.value !== value || known.group !== group;
      });
      if (deleted.length + written.length === 0) return { result, id: undefined };
      const put = written.map(([key, { group, value }]) => ({
        key: encodeText(key),
        of_group: encodeText(group),
        value: encodeText(value),
      }));
      const statement = condition(write, use, owner, JSON.stringify(put), JSON.stringify(deleted), use, owner);
      const [row] = await queries.query<{ readonly id: string }>(statement);
      return { result, id: row?.id };
    });
  }

  #select(groups: readonly string[] | undefined): Condition {
    const { use, owner, retainDays } = this.#options;
    const isRecent = Number.isFinite(retainDays)
      ? condition("written_at >= now() - make_interval(days => ?::integer)", retainDays)
      : condition("TRUE");
    const isWanted =
      groups === undefined
        ? condition("TRUE")
        : condition("of_group IN (SELECT jsonb_array_elements_text(?::text::jsonb))", JSON.stringify(groups.map(encodeText)));
    return condition(
      `SELECT key, of_group AS "group", value FROM state_records WHERE use = ? AND owner = ? AND ${isRecent.sql} AND ${isWanted.sql}`,
      use,
      owner,
      ...isRecent.values,
      ...isWanted.values,
    );
  }

  /** Locks groups until the transaction ends, in one order for all, so that no two updates wait for each other. */
  #lock(groups: readonly string[]): Condition {
    const { use, owner, schema } = this.#options;
    const locks = new Set(groups.map((group) => lockNumber(group)));
    return condition(
      "SELECT pg_advisory_xact_lock(?, l::integer) FROM jsonb_array_elements_text(?::text::jsonb) l",
      lockNumber(JSON.stringify([schema, use, owner])),
      JSON.stringify([...locks].toSorted((left, right) => left - right)),
    );
  }
}

/** A positive number that fits into 32 bits with a sign. */
function lockNumber(text: string): number {
  return crc32(text) >>> 1;
}

function toEntries(rows: readonly RecordRow[]): ReadonlyMap<string, StateEntry> {
  const entries = rows.map(
    ({ key, group, value }) => [decodeText(key), { group: decodeText(group), value: decodeText(value) }] as const,
  );
  return new Map(entries.toSorted(([left], [right]) => compareText(left, right)));
}
