import { decodeText, encodeText, type LogAppend, type LogPage, type StateLog } from "@precept/core";
import { condition } from "../condition.ts";
import type { Database, Queries } from "../database.ts";
import { transactionId, transactKnown } from "./known-outcome.ts";
import type { LogFollower } from "./log-follower.ts";

export interface LogOptions {
  /** Which log it is. */
  readonly use: string;
  readonly owner: string;
  /** The channel of the notifications. */
  readonly channel: string;
  /** How many of the newest entries are retained at least. */
  readonly retainEntries: number;
}

interface LogRow {
  readonly position: string;
  readonly state: string | null;
}

const lockLog = "SELECT position, state FROM state_logs WHERE use = ? AND owner = ? FOR UPDATE";
const createLog =
  "INSERT INTO state_logs (use, owner, position, pruned_until) VALUES (?, ?, 0, 0) ON CONFLICT (use, owner) DO NOTHING";

const write = `
WITH l AS (
  UPDATE state_logs SET position = ?::bigint, state = ?, pruned_until = greatest(pruned_until, ?::bigint) WHERE use = ? AND owner = ?
  RETURNING use, owner, position, pruned_until
),
added AS (
  INSERT INTO state_log_entries (use, owner, position, value)
  SELECT l.use, l.owner, ?::bigint + w.at, w.value FROM jsonb_array_elements_text(?::text::jsonb) WITH ORDINALITY w (value, at) CROSS JOIN l
),
removed AS (
  DELETE FROM state_log_entries e USING l WHERE e.use = l.use AND e.owner = l.owner AND e.position <= l.pruned_until
)
SELECT ${transactionId} AS id, pg_notify(?, '')::text AS notified FROM l`;

/** One statement, which sees the state of one moment. */
const read = `
SELECT l.position AS last, l.pruned_until AS "prunedUntil", l.state, e.position, e.value FROM state_logs l LEFT JOIN LATERAL (
  SELECT position, value FROM state_log_entries WHERE use = l.use AND owner = l.owner AND position > ?::bigint ORDER BY position LIMIT ?::bigint
) e ON true WHERE l.use = ? AND l.owner = ? ORDER BY e.position`;

interface ReadRow {
  readonly last: string;
  readonly prunedUntil: string;
  readonly state: string | null;
  /** Null if there are no entries. */
  readonly position: string | null;
  readonly value: string | null;
}

/** A log in PostgreSQL. */
export class PostgresLog implements StateLog {
  readonly #open: () => Promise<Database>;
  readonly #options: LogOptions;
  readonly #follower: LogFollower;

  constructor(open: () => Promise<Database>, options: LogOptions, follower: LogFollower) {
    this.#open = open;
    this.#options = options;
    this.#follower = follower;
  }

  async append(change: LogAppend | ((state: string | undefined) => LogAppend)): Promise<number> {
    const database = await this.#open();
    const { use, owner, channel } = this.#options;
    return transactKnown(database, async (queries) => {
      const row = await this.#lock(queries);
      const [last, before] = [Number(row.position), row.state === null ? undefined : decodeText(row.state)];
      const { entries, state = before } = typeof change === "function" ? change(before) : change;
      if (entries.length === 0 && state === before) return { result: last, id: undefined };
      const end = last + entries.length;
      const [written] = await queries.query<{ readonly id: string }>(
        condition(
          write,
          end,
          state === undefined ? null : encodeText(state),
          this.#pruneUntil(last, end),
          use,
          owner,
          last,
          JSON.stringify(entries.map(encodeText)),
          channel,
        ),
      );
      return { result: end, id: written?.id };
    });
  }

  async read({ after, limit }: { readonly after: number; readonly limit: number }): Promise<LogPage> {
    const database = await this.#open();
    const { use, owner } = this.#options;
    const rows = await database.query<ReadRow>(condition(read, after, limit, use, owner));
    const [first] = rows;
    if (first === undefined) return { entries: [], last: 0, prunedUntil: 0, state: undefined };
    return {
      entries: rows.flatMap(({ position, value }) =>
        position === null || value === null ? [] : [{ position: Number(position), value: decodeText(value) }],
      ),
      last: Number(first.last),
      prunedUntil: Number(first.prunedUntil),
      state: first.state === null ? undefined : decodeText(first.state),
    };
  }

  follow(onChange: () => void): () => void {
    const { use, owner } = this.#options;
    return this.#follower.follow({ use, owner }, onChange);
  }

  /** Locks the log until the transaction ends. Its first entry creates it. */
  async #lock(queries: Queries): Promise<LogRow> {
    const { use, owner } = this.#options;
    const [row] = await queries.query<LogRow>(condition(lockLog, use, owner));
    if (row !== undefined) return row;
    await queries.query(condition(createLog, use, owner));
    const [created] = await queries.query<LogRow>(condition(lockLog, use, owner));
    return created as LogRow;
  }

  /** The position up to which entries are removed: a tenth of them at a time, because each removal costs a statement its time. */
  #pruneUntil(last: number, end: number): number {
    const { retainEntries } = this.#options;
    const step = Math.max(1, Math.floor(retainEntries / 10));
    return Math.floor(last / step) === Math.floor(end / step) ? 0 : Math.max(0, end - retainEntries);
  }
}
