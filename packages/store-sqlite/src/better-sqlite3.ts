import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";
import type { Driver, DriverOptions } from "./driver.ts";
import { translateError } from "./failure.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { createStatementCache } from "./statement-cache.ts";

/** The driver over `better-sqlite3`, which must be installed. */
export function openBetterSqlite3(options: DriverOptions): Driver {
  const { path, readOnly, busyTimeoutMs } = options;
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw translateError(error, options);
    }
  };
  // Loaded here and not imported, because it is an optional dependency and a store opens its file synchronously.
  const Database = createRequire(import.meta.url)("better-sqlite3") as typeof BetterSqlite3;
  const database = attempt(() => new Database(path, { readonly: readOnly, fileMustExist: readOnly, timeout: busyTimeoutMs }));
  const prepare = createStatementCache((sql) => database.prepare(sql));
  return {
    all: (sql, ...values) => attempt(() => prepare(sql).all(...values)),
    get: (sql, ...values) => attempt(() => prepare(sql).get(...values)),
    run: (sql, ...values) =>
      attempt(() => {
        const { changes, lastInsertRowid } = prepare(sql).run(...values);
        return { changes, rowid: Number(lastInsertRowid) };
      }),
    exec: (sql) => attempt(() => void database.exec(sql)),
    transaction: (work) => attempt(() => database.transaction(work).immediate()),
    snapshot: (read) => attempt(() => readSnapshot((sql) => void database.exec(sql), read)),
    close: () => attempt(() => void database.close()),
  };
}
