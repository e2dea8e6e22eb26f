import { condition } from "./condition.ts";
import { openDatabase } from "./database.ts";
import { migrations, searchFormat } from "./migrations.ts";
import { completeOptions, type PostgresStoreOptions } from "./options.ts";
import { readIndexProgress } from "./search/update-index.ts";

/** What a database says about itself and the user of the connection. */
export interface PostgresCheck {
  /** The version of the server, such as `15.18`. */
  readonly version: string;
  /** The same as a number, such as 15. */
  readonly major: number;
  /** How far the clock of the server is ahead of this one, in milliseconds. Includes half the time of the answer. */
  readonly clockAheadMs: number;
  /** Whether the server or the user may only read, such as a replica. */
  readonly isReadOnly: boolean;
  /** Whether row-level security does not hold for the user: a superuser, or a role with BYPASSRLS. */
  readonly seesAllRows: boolean;
  /** Whether the user may create tables in the schema, or a missing schema. */
  readonly mayCreate: boolean;
  /** Whether the user may write rules. Undefined if there are no tables. */
  readonly mayWrite: boolean | undefined;
  /** The format of the tables. Undefined if there are none. */
  readonly format: number | undefined;
  /** The newest format that this version of Precept knows. */
  readonly knownFormat: number;
  /** The oldest format whose programs may write the tables. Undefined if there are none. */
  readonly oldestFormat: number | undefined;
  /** How many changes the search index lacks. Undefined if it has no tables, or if the user may not read them. */
  readonly unindexed: number | undefined;
}

interface CheckRow {
  readonly version: string;
  readonly number: number;
  readonly at: string;
  readonly isReadOnly: boolean;
  readonly seesAllRows: boolean;
  readonly mayCreate: boolean;
  readonly mayRead: boolean | null;
  readonly mayWrite: boolean | null;
}

const check = `
SELECT
  split_part(current_setting('server_version'), ' ', 1) AS version,
  current_setting('server_version_num')::integer AS number,
  extract(epoch FROM clock_timestamp())::text AS at,
  pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
  coalesce((SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user), false) AS "seesAllRows",
  coalesce(
    (SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace WHERE nspname = s.name),
    has_database_privilege(current_database(), 'CREATE')
  ) AS "mayCreate",
  has_table_privilege(to_regclass(s.name || '.format'), 'SELECT') AS "mayRead",
  has_table_privilege(to_regclass(s.name || '.rules'), 'INSERT') AND has_table_privilege(to_regclass(s.name || '.feed'), 'UPDATE') AS "mayWrite"
FROM (SELECT ?::text AS name) s`;

/**
 * Checks a database without changing it.
 *
 * @throws PreceptError `STORE_FAILED` if it cannot be reached, `OPTION_VALUE_INVALID`.
 */
export async function checkPostgres(options: PostgresStoreOptions): Promise<PostgresCheck> {
  const complete = completeOptions({ maxConnections: 1, ...options });
  const database = openDatabase(complete);
  try {
    await database.query(condition("SELECT 1 AS connected"));
    const start = Date.now();
    const [row] = await database.query<CheckRow>(condition(check, complete.schema));
    const middle = (start + Date.now()) / 2;
    const { number, at, mayRead, mayWrite, ...answer } = row as CheckRow;
    const formats = condition("SELECT version, oldest FROM format");
    const [format] = mayRead === true ? await database.query<{ readonly version: number; readonly oldest: number }>(formats) : [];
    const isSearchable = mayWrite === true && format !== undefined && format.version >= searchFormat;
    const progress = isSearchable ? await readIndexProgress(database) : undefined;
    return {
      ...answer,
      major: Math.floor(number / 10_000),
      clockAheadMs: Math.round(Number(at) * 1000 - middle),
      mayWrite: mayWrite ?? undefined,
      format: format?.version,
      knownFormat: migrations.length,
      oldestFormat: format?.oldest,
      unindexed: progress && Math.max(0, progress.position - progress.indexed),
    };
  } finally {
    await database.close();
  }
}
