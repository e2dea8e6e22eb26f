import Database from "better-sqlite3";
import type { Driver, DriverOptions } from "./driver.ts";
import { inWords } from "./failure.ts";

/** How many statements stay prepared. */
const maxStatements = 500;

/** The driver over `better-sqlite3`. */
export function openBetterSqlite3(options: DriverOptions): Driver {
  const { path, readOnly, busyTimeoutMs } = options;
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw inWords(error, options);
    }
  };
  const database = attempt(() => new Database(path, { readonly: readOnly, fileMustExist: readOnly, timeout: busyTimeoutMs }));
  // The store's statements are constants and a few shapes of filters: preparing each once is most of what makes a `get` fast.
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    // A filter of many tags makes a statement of its own; they must not pile up.
    if (statements.size >= maxStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
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
    close: () => attempt(() => void database.close()),
  };
}
