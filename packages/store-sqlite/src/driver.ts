/** The types of values that the store writes. */
export type SqlValue = string | number | null | Uint8Array;

/** The result of a statement. */
export interface RunResult {
  readonly changes: number;
  /** The rowid of the last inserted row. */
  readonly rowid: number;
}

/**
 * The interface to SQLite that the store needs. Calls are synchronous and leave no statement open, so that no reader
 * blocks a checkpoint of the log. Throws `STORE_FAILED` for problems of the file or the machine.
 */
export interface Driver {
  /** All rows. Their type depends on the statement. */
  all(sql: string, ...values: readonly SqlValue[]): readonly unknown[];
  /** The first row; undefined if there is none. */
  get(sql: string, ...values: readonly SqlValue[]): unknown;
  run(sql: string, ...values: readonly SqlValue[]): RunResult;
  /** Runs several statements without values. */
  exec(sql: string): void;
  /** Runs a function between `BEGIN IMMEDIATE` and `COMMIT`. Rolls back if it throws. */
  transaction<Result>(work: () => Result): Result;
  /** Runs a function that only reads, so that all its statements see the same state of the file. */
  snapshot<Result>(read: () => Result): Result;
  close(): void;
}

/** Options of a connection. */
export interface DriverOptions {
  /** The absolute path of the file. */
  readonly path: string;
  readonly readOnly: boolean;
  /** How long a statement waits for a lock of another process, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** The id of the store, for messages. */
  readonly store: string;
}

export type OpenDriver = (options: DriverOptions) => Driver;
