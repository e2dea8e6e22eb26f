/** What a column can hold that this store writes. */
export type SqlValue = string | number | null;

/** What one statement changed. */
export interface Written {
  readonly changes: number;
  /** The rowid of the last row that was inserted. */
  readonly rowid: number;
}

/**
 * As much of a SQLite connection as the store needs. Every call is synchronous and over when it returns; none leaves a statement open, so that
 * nobody's reading keeps the log from being written back. Failures of the file or the machine are thrown as `STORE_FAILED`, in words.
 */
export interface Driver {
  /** What the rows look like, only the statement tells. */
  all(sql: string, ...values: readonly SqlValue[]): readonly unknown[];
  /** The first row; undefined where there is none. */
  get(sql: string, ...values: readonly SqlValue[]): unknown;
  run(sql: string, ...values: readonly SqlValue[]): Written;
  /** Several statements, without values. */
  exec(sql: string): void;
  /** Does the work between `BEGIN IMMEDIATE` and `COMMIT`; whatever it throws takes all of it back. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/** How a file is to be opened. */
export interface DriverOptions {
  /** Absolute. */
  readonly path: string;
  readonly readOnly: boolean;
  /** How long a statement waits for another process's lock, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** The store's id, for messages. */
  readonly store: string;
}

export type OpenDriver = (options: DriverOptions) => Driver;
