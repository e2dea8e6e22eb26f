import Database from "better-sqlite3";
import type { Driver, DriverOptions, SqlValue } from "@precept/store-sqlite";

/** A statement that reads, with its values. */
export interface RecordedStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A driver over `better-sqlite3` that records the statements that read, to run them again without the store. */
export class RecordingDriver {
  #recorded: RecordedStatement[] | undefined;

  /** Opens a file, see `OpenDriver`. */
  readonly open = ({ path, readOnly, busyTimeoutMs }: DriverOptions): Driver => {
    const database = new Database(path, { readonly: readOnly, timeout: busyTimeoutMs });
    const statements = new Map<string, Database.Statement>();
    const prepare = (sql: string): Database.Statement => {
      const known = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, known);
      return known;
    };
    const record = (sql: string, values: readonly SqlValue[]): Database.Statement => {
      this.#recorded?.push({ sql, values });
      return prepare(sql);
    };
    return {
      all: (sql, ...values) => record(sql, values).all(...values),
      get: (sql, ...values) => record(sql, values).get(...values),
      run: (sql, ...values) => {
        const { changes, lastInsertRowid } = prepare(sql).run(...values);
        return { changes, rowid: Number(lastInsertRowid) };
      },
      exec: (sql) => void database.exec(sql),
      transaction: (work) => database.transaction(work).immediate(),
      snapshot: (read) => database.transaction(read).deferred(),
      close: () => void database.close(),
    };
  };

  /** Runs a function and returns the statements that it ran. */
  async record(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
    const recorded: RecordedStatement[] = [];
    this.#recorded = recorded;
    await work();
    this.#recorded = undefined;
    return recorded;
  }
}

/** Runs recorded statements on a connection of its own, prepared before. */
export class StatementReplay implements Disposable {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(path: string) {
    this.#database = new Database(path, { readonly: true });
  }

  run(statements: readonly RecordedStatement[]): void {
    for (const { sql, values } of statements) {
      const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
      this.#statements.set(sql, statement);
      statement.all(...values);
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
