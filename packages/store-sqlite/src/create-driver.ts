import type { Driver, SqlValue } from "./driver.ts";

/** The part of a connection that `better-sqlite3` and `node:sqlite` have in common. */
export interface Connection {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  close(): unknown;
}

interface Statement {
  all(...values: readonly SqlValue[]): readonly unknown[];
  get(...values: readonly SqlValue[]): unknown;
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
}

/** The maximum number of cached statements per connection. */
const maxStatements = 500;

/** Creates a driver over a connection. */
export function createDriver(connect: () => Connection, translate: (error: unknown) => unknown): Driver {
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw translate(error);
    }
  };
  const connection = attempt(connect);
  const prepare = createStatementCache(connection);
  return {
    all: (sql, ...values) => attempt(() => prepare(sql).all(...values)),
    get: (sql, ...values) => attempt(() => prepare(sql).get(...values)),
    run: (sql, ...values) =>
      attempt(() => {
        const { changes, lastInsertRowid } = prepare(sql).run(...values);
        return { changes: Number(changes), rowid: Number(lastInsertRowid) };
      }),
    exec: (sql) => attempt(() => void connection.exec(sql)),
    transaction: (work) =>
      attempt(() => {
        connection.exec("BEGIN IMMEDIATE");
        try {
          const result = work();
          connection.exec("COMMIT");
          return result;
        } catch (error) {
          rollBack(connection);
          throw error;
        }
      }),
    snapshot: (read) =>
      attempt(() => {
        connection.exec("BEGIN");
        try {
          return read();
        } finally {
          // Nothing was written.
          rollBack(connection);
        }
      }),
    close: () => attempt(() => void connection.close()),
  };
}

function rollBack(connection: Connection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // SQLite has already rolled back, as it does when the disk is full.
  }
}

/** Returns a function that prepares each statement once, which takes most of the time of a `get`. */
function createStatementCache(connection: Connection): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    const cached = prepared.get(sql);
    if (cached !== undefined) return cached;
    // Filters with different numbers of tags are different statements, so the cache needs a limit.
    if (prepared.size >= maxStatements) prepared.clear();
    const statement = connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}
