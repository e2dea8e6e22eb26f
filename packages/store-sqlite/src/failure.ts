import { formatNumber, PreceptError } from "@precept/core";
import type { DriverOptions } from "./driver.ts";

type FileContext = Pick<DriverOptions, "path" | "store" | "busyTimeoutMs">;

/** A primary error of SQLite. */
interface SqliteError {
  /** SQLite's number of the error. */
  readonly number: number;
  /** Describes the problem of the file or the machine, and the remedy. Absent: the error is a bug. */
  readonly describe?: (context: FileContext, message: string) => string;
  /** Whether the same call can succeed later, without a fix. Default false. */
  readonly retryable?: true;
}

/** SQLite's primary errors by their codes. */
export const sqliteErrors: Readonly<Record<string, SqliteError>> = {
  SQLITE_ERROR: { number: 1 },
  SQLITE_INTERNAL: { number: 2 },
  SQLITE_PERM: { number: 3, describe: ({ path }) => `no permission to open "${path}"; check its permissions` },
  SQLITE_ABORT: { number: 4 },
  SQLITE_BUSY: {
    number: 5,
    describe: ({ path, busyTimeoutMs }) =>
      `"${path}" is locked by another process for more than ${formatNumber(busyTimeoutMs)} ms`,
    retryable: true,
  },
  SQLITE_LOCKED: {
    number: 6,
    describe: ({ path }) => `"${path}" is locked by another connection of this process`,
    retryable: true,
  },
  SQLITE_NOMEM: { number: 7, describe: ({ path }) => `there is not enough memory to work on "${path}"`, retryable: true },
  SQLITE_READONLY: {
    number: 8,
    describe: ({ path }) => `"${path}" or its directory is not writable; check the permissions`,
  },
  SQLITE_INTERRUPT: { number: 9 },
  SQLITE_IOERR: {
    number: 10,
    describe: ({ path }, message) => `"${path}" cannot be read or written (${message}); check the disk`,
  },
  SQLITE_CORRUPT: {
    number: 11,
    describe: ({ path }, message) =>
      `"${path}" is damaged (${message}); restore a backup, or recover the data with \`sqlite3 FILE .recover\``,
  },
  SQLITE_NOTFOUND: { number: 12 },
  SQLITE_FULL: {
    number: 13,
    describe: ({ path }) => `there is no space left for "${path}"; nothing was written. Free some space`,
  },
  SQLITE_CANTOPEN: {
    number: 14,
    describe: ({ path }, message) =>
      `"${path}" cannot be opened (${message}); check that it exists, and check the permissions of its directory`,
  },
  SQLITE_PROTOCOL: {
    number: 15,
    describe: ({ path }) => `locks do not work on "${path}", as on some network drives; move it to a local disk`,
  },
  SQLITE_EMPTY: { number: 16 },
  SQLITE_SCHEMA: { number: 17 },
  SQLITE_TOOBIG: { number: 18, describe: ({ path }) => `a text is too large for "${path}"` },
  SQLITE_CONSTRAINT: { number: 19 },
  SQLITE_MISMATCH: { number: 20 },
  SQLITE_MISUSE: { number: 21 },
  SQLITE_NOLFS: { number: 22, describe: ({ path }) => `"${path}" is larger than its file system allows` },
  SQLITE_AUTH: { number: 23 },
  SQLITE_FORMAT: { number: 24 },
  SQLITE_RANGE: { number: 25 },
  SQLITE_NOTADB: { number: 26, describe: ({ path }) => `"${path}" is not a SQLite database; name another file` },
};

/** Returns the code of a primary error. */
export function codeOf(number: number): string | undefined {
  return Object.keys(sqliteErrors).find((code) => sqliteErrors[code]?.number === number);
}

/**
 * Translates an error of a driver to a `STORE_FAILED` error if it is a problem of the file or the machine. Returns
 * other errors unchanged: they are bugs.
 */
export function translateError(error: unknown, context: FileContext): unknown {
  if (!(error instanceof Error) || PreceptError.is(error)) return error;
  // An extended code, such as `SQLITE_BUSY_SNAPSHOT`, begins with the primary one.
  const code = "code" in error ? String(error.code).split("_", 2).join("_") : "";
  const { describe, retryable = false } = Object.hasOwn(sqliteErrors, code) ? (sqliteErrors[code] ?? {}) : {};
  if (describe !== undefined) return storeFailed(context, describe(context, error.message), { cause: error, retryable });
  // better-sqlite3 checks this itself, without a code.
  if (error.message.includes("directory does not exist")) return missingDirectory(context, error);
  return error;
}

/** The error if the directory of the file does not exist. */
export function missingDirectory(context: Pick<FileContext, "path" | "store">, cause: unknown): PreceptError {
  return storeFailed(context, `the directory of "${context.path}" does not exist; create it`, { cause });
}

export function storeFailed(
  { store }: Pick<FileContext, "store">,
  reason: string,
  { cause, retryable = false }: { readonly cause?: unknown; readonly retryable?: boolean } = {},
): PreceptError {
  return new PreceptError("STORE_FAILED", { store, reason, retryable }, { cause });
}
