import { encodeText, type RateLimiter } from "@precept/core";
import { condition } from "../condition.ts";
import type { Database } from "../database.ts";

const minute = 60_000;

/** How many calls remove allowances that are full once: those that are as if they had never been used. */
const callsPerCleaning = 1000;

/**
 * Uses an allowance, by the clock of the server, so that clocks of clients do not matter. It does not wait for the disk: a crash of
 * the server forgets the uses of its last second. The algorithm is in `takeAllowance`.
 */
const take = `
WITH c AS MATERIALIZED (
  SELECT extract(epoch FROM clock_timestamp())::double precision * 1000 AS now, set_config('synchronous_commit', 'off', true) AS off
),
taken AS (
  INSERT INTO rates AS r (key, full_at) SELECT ?, c.now + ?::double precision FROM c
  ON CONFLICT (key) DO UPDATE SET full_at = greatest(r.full_at + ?::double precision, excluded.full_at)
  WHERE greatest(r.full_at + ?::double precision, excluded.full_at) - excluded.full_at <= ${minute} - 0.5 * ?::double precision
  RETURNING r.full_at
)
SELECT c.now, (SELECT full_at FROM taken) AS taken, (SELECT full_at FROM rates WHERE key = ?) AS known FROM c`;

interface TakenRow {
  readonly now: number;
  /** Null if the use is refused. */
  readonly taken: number | null;
  /** When the allowance was full before. Null if another call has just created it. */
  readonly known: number | null;
}

const clean = `
DELETE FROM rates r USING (
  SELECT key FROM rates WHERE full_at < extract(epoch FROM clock_timestamp()) * 1000 LIMIT 10000 FOR UPDATE SKIP LOCKED
) o WHERE r.key = o.key`;

/** Creates a rate limiter whose allowances are in PostgreSQL. */
export function createPostgresRates(open: () => Promise<Database>): RateLimiter {
  let calls = 0;
  return {
    async take(key, perMinute) {
      if (perMinute === Infinity) return 0;
      const database = await open();
      const interval = minute / perMinute;
      const column = encodeText(key);
      const statement = condition(take, column, interval, interval, interval, interval, column);
      const [row] = await database.query<TakenRow>(statement);
      calls += 1;
      if (calls % callsPerCleaning === 0) await database.query(condition(clean));
      if (row === undefined || row.taken !== null) return 0;
      return Math.max(1, (row.known ?? row.now + minute) + interval - row.now - minute);
    },
  };
}
