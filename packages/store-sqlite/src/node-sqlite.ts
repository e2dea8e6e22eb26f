import { dirname } from "node:path";
import type * as NodeSqlite from "node:sqlite";
import { existsAt } from "@precept/files";
import type { Driver, DriverOptions } from "./driver.ts";
import { missingDirectory, sqliteCodes, translateError, type SqliteCode } from "./failure.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { createStatementCache } from "./statement-cache.ts";

/**
 * Node's own SQLite; undefined if this build of Node has none. Hides Node's warning that the module is experimental.
 */
export function findNodeSqlite(): typeof NodeSqlite | undefined {
  // oxlint-disable-next-line typescript/unbound-method -- restored below, not called
  const { emitWarning } = process;
  // Node 22 writes the warning to standard error when the module is first loaded, which is synchronous.
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The driver over `node:sqlite`. */
export function openNodeSqlite(options: DriverOptions): Driver {
  const { path, readOnly, busyTimeoutMs } = options;
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw failureFor(error, options);
    }
  };
  const database = attempt(() => open(path, readOnly));
  const prepare = createStatementCache((sql) => database.prepare(sql));
  // Not the option `timeout`, which Node 22.14 does not have.
  attempt(() => database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`));
  return {
    all: (sql, ...values) => attempt(() => prepare(sql).all(...values)),
    get: (sql, ...values) => attempt(() => prepare(sql).get(...values)),
    run: (sql, ...values) =>
      attempt(() => {
        const { changes, lastInsertRowid } = prepare(sql).run(...values);
        return { changes: Number(changes), rowid: Number(lastInsertRowid) };
      }),
    exec: (sql) => attempt(() => database.exec(sql)),
    transaction: (work) => attempt(() => inTransaction(database, work)),
    snapshot: (read) => attempt(() => readSnapshot((sql) => database.exec(sql), read)),
    close: () => attempt(() => database.close()),
  };
}

function open(path: string, readOnly: boolean): NodeSqlite.DatabaseSync {
  const sqlite = findNodeSqlite();
  if (sqlite === undefined) throw new Error("This build of Node has no node:sqlite.");
  return new sqlite.DatabaseSync(path, { readOnly });
}

function inTransaction<Result>(database: NodeSqlite.DatabaseSync, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      database.exec("ROLLBACK");
    } catch {
      // SQLite has already rolled back, as it does when the disk is full.
    }
    throw error;
  }
}

function failureFor(error: unknown, options: DriverOptions): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  // The low byte is the primary code, which `better-sqlite3` reports by name.
  const code = (sqliteCodes as Readonly<Record<number, SqliteCode>>)[error.errcode & 0xff];
  if (code === "SQLITE_CANTOPEN" && !existsAt(dirname(options.path))) return missingDirectory(options, error);
  return code === undefined ? error : translateError(Object.assign(error, { code }), options);
}
