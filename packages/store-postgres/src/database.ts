import { isStorable, type CancelSignal, type Tenant } from "@precept/core";
import postgres from "postgres";
import { condition, type Condition, type SqlValue } from "./condition.ts";
import { storeFailed, translateError } from "./failure.ts";
import type { CompleteOptions } from "./options.ts";
import { Turns } from "./waiting.ts";

// The only module that knows the driver.

/** Runs statements. Big integers are returned as texts. */
export interface Queries {
  /** Runs one statement. Statements of a transaction that are not awaited are sent together. */
  query<Row>(statement: Condition): Promise<readonly Row[]>;
}

/** Options of statements that only read. */
interface ReadOptions {
  readonly signal?: CancelSignal | undefined;
  /** The server hides what this tenant does not see, whatever the statement asks for. Default: it hides nothing. */
  readonly tenant?: Tenant | undefined;
}

/** Several connections to a database. Errors of the server and the connection are `STORE_FAILED`. */
export interface Database {
  /** Runs one statement on any connection. Cancels it if the signal is aborted. */
  query<Row>(statement: Condition, options?: ReadOptions): Promise<readonly Row[]>;
  /** Runs statements that read the state of one moment. */
  snapshot<Result>(work: (queries: Queries) => Promise<Result>, options?: ReadOptions): Promise<Result>;
  /** Runs statements in one transaction, which rolls back if the function throws. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Listens for notifications on a separate connection, which is opened again when it is lost.
   *
   * @param onWake is also called each time the connection is opened: notifications may have been lost before.
   */
  listen(channel: string, onWake: () => void): Promise<void>;
  /** Waits for running calls, and closes the connections. */
  close(): Promise<void>;
}

type Connections = postgres.Sql;
type Connection = postgres.Sql | postgres.TransactionSql;

interface Shared {
  readonly database: PostgresDatabase;
  users: number;
}

/** The databases of this process, by what their connections depend on. */
const shared = new Map<string, Shared>();

/**
 * Connects on the first statement. Stores with equal settings share their connections: otherwise a server of a hundred projects
 * would have hundreds of them.
 */
export function openDatabase(options: CompleteOptions): Database {
  const { id, url, schema, maxConnections, maxWaiting, statementTimeoutMs, prepare } = options;
  const key = JSON.stringify([id, url, schema, maxConnections, maxWaiting, statementTimeoutMs, prepare]);
  const found = shared.get(key) ?? { database: new PostgresDatabase(options), users: 0 };
  shared.set(key, found);
  found.users += 1;
  return new DatabaseUse(found.database, async () => {
    found.users -= 1;
    if (found.users > 0) return;
    shared.delete(key);
    await found.database.close();
  });
}

/** One of several uses of the same connections. */
class DatabaseUse implements Database {
  readonly #database: PostgresDatabase;
  readonly #release: () => Promise<void>;
  readonly #running = new Set<Promise<unknown>>();
  readonly #unlistens = new Set<() => void>();

  /** @param release called once, when this use has ended. */
  constructor(database: PostgresDatabase, release: () => Promise<void>) {
    this.#database = database;
    this.#release = release;
  }

  query<Row>(...args: Parameters<Database["query"]>): Promise<readonly Row[]> {
    return this.#track(this.#database.query<Row>(...args));
  }

  snapshot<Result>(work: (queries: Queries) => Promise<Result>, options?: ReadOptions): Promise<Result> {
    return this.#track(this.#database.snapshot(work, options));
  }

  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.#track(this.#database.transaction(work));
  }

  async listen(channel: string, onWake: () => void): Promise<void> {
    const unlisten = (): void => this.#database.unlisten(channel, onWake);
    this.#unlistens.add(unlisten);
    try {
      await this.#database.listen(channel, onWake);
    } catch (error) {
      unlisten();
      this.#unlistens.delete(unlisten);
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const unlisten of this.#unlistens) unlisten();
    // Calls that have begun end, so that none reports a write as failed that happened.
    await Promise.allSettled(this.#running);
    await this.#release();
  }

  #track<Result>(call: Promise<Result>): Promise<Result> {
    const running: Promise<Result> = call.finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }
}

class PostgresDatabase implements Database {
  readonly #options: CompleteOptions;
  readonly #turns: Turns;
  readonly #sql: Connections;
  /** What is called at notifications of each channel. */
  readonly #onWakes = new Map<string, Set<() => void>>();
  readonly #listening = new Map<string, Promise<unknown>>();

  constructor(options: CompleteOptions) {
    const { url, schema, maxConnections, maxWaiting, statementTimeoutMs, prepare } = options;
    this.#options = options;
    this.#turns = new Turns(maxConnections, maxWaiting);
    this.#sql = postgres(url, {
      max: maxConnections,
      prepare,
      // Only basic types are used, and reading the others takes a statement for each connection.
      fetch_types: false,
      connect_timeout: Math.max(1, Math.ceil(statementTimeoutMs / 1000)),
      max_lifetime: 60 * 30,
      // Seconds before a connection is opened again.
      backoff: (attempts) => Math.min(0.02 * 2 ** attempts, 1),
      onnotice: () => undefined,
      connection: {
        application_name: `precept ${schema}`,
        search_path: schema,
        // The planner overestimates small tables, and compiling a statement takes longer than any of ours runs.
        jit: false,
        statement_timeout: statementTimeoutMs,
        lock_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: statementTimeoutMs,
      },
    });
  }

  async query<Row>(statement: Condition, { signal, tenant }: ReadOptions = {}): Promise<readonly Row[]> {
    if (tenant !== undefined) return this.snapshot((queries) => queries.query<Row>(statement), { signal, tenant });
    return this.#inTurn(async () => {
      signal?.throwIfAborted();
      const pending = run<Row>(this.#sql, statement);
      const cancel = (): void => pending.cancel();
      if (signal instanceof AbortSignal) signal.addEventListener("abort", cancel, { once: true });
      try {
        return await pending;
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        if (signal instanceof AbortSignal) signal.removeEventListener("abort", cancel);
      }
    });
  }

  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.#transact("ISOLATION LEVEL READ COMMITTED", work);
  }

  snapshot<Result>(work: (queries: Queries) => Promise<Result>, { signal, tenant }: ReadOptions = {}): Promise<Result> {
    return this.#transact("ISOLATION LEVEL REPEATABLE READ READ ONLY", async (queries) => {
      signal?.throwIfAborted();
      // Sent together.
      const [, result] = await Promise.all([tenant === undefined ? undefined : queries.query(nameTenant(tenant)), work(queries)]);
      return result;
    });
  }

  #transact<Result>(mode: string, work: (queries: Queries) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      let isOver = false;
      const query = async <Row>(sql: Connection, statement: Condition): Promise<readonly Row[]> => {
        if (isOver) return never();
        try {
          return await run<Row>(sql, statement);
        } catch (error) {
          // `begin` rejects. Its own rollback would write to the closed socket, which ends the process.
          if (isConnectionLost(error)) return never();
          throw error;
        }
      };
      try {
        // Wrapped, because the driver waits for the elements of a list.
        const { result } = await this.#sql.begin(mode, async (sql) => ({
          result: await work({ query: <Row>(statement: Condition) => query<Row>(sql, statement) }),
        }));
        return result;
      } finally {
        isOver = true;
      }
    });
  }

  async listen(channel: string, onWake: () => void): Promise<void> {
    const onWakes = this.#onWakes.get(channel) ?? new Set();
    this.#onWakes.set(channel, onWakes.add(onWake));
    const wake = (): void => {
      for (const one of onWakes) one();
    };
    const listening = this.#listening.get(channel) ?? this.#translate(() => this.#sql.listen(channel, wake, wake));
    this.#listening.set(channel, listening);
    try {
      await listening;
    } catch (error) {
      // The next call tries again.
      this.#listening.delete(channel);
      throw error;
    }
    if (onWakes.has(onWake)) onWake();
  }

  /** Ends the calls of a function. The connection stays, because it has no cost without listeners. */
  unlisten(channel: string, onWake: () => void): void {
    this.#onWakes.get(channel)?.delete(onWake);
  }

  async close(): Promise<void> {
    // A connection that was lost in a transaction never says that it has ended.
    await this.#sql.end({ timeout: 0.5 });
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const { id, maxConnections, maxWaiting, statementTimeoutMs } = this.#options;
    const end = await this.#turns.take(statementTimeoutMs);
    if (end === undefined) {
      const reason = `its ${maxConnections} connections are in use, and ${maxWaiting} calls wait, or waited too long`;
      throw storeFailed(id, reason, { retryable: true });
    }
    try {
      return await this.#translate(work);
    } finally {
      end();
    }
  }

  async #translate<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw translateError(error, this.#options.id);
    }
  }
}

/** The settings that the policies of the tables read, until the end of the transaction. */
function nameTenant({ projectId, userId }: Tenant): Condition {
  return condition(
    "SELECT set_config('precept.tenant', 'one', true), set_config('precept.project', ?, true), set_config('precept.user', ?, true)",
    settingOf(projectId),
    settingOf(userId),
  );
}

/** Distinguishes an empty id from none. No row has an id that cannot be stored. */
function settingOf(id: string | undefined): string {
  return id === undefined || !isStorable(id) ? "" : `=${id}`;
}

function run<Row>(sql: Connection, { sql: text, values }: Condition): postgres.PendingQuery<(Row & postgres.Row)[]> {
  let at = 0;
  const numbered = text.replaceAll("?", () => `$${(at += 1)}`);
  return sql.unsafe<(Row & postgres.Row)[]>(numbered, values as SqlValue[], { prepare: true });
}

/** Whether the connection of a statement is closed, or closes because the server ends. */
function isConnectionLost(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(?:CONNECTION_|ECONN|EPIPE|ETIMEDOUT|57P|08)/.test(code);
}

/** A promise that does not settle: the function of a transaction whose connection is closed does not continue. */
function never<Value>(): Promise<Value> {
  return new Promise<Value>(() => undefined);
}
