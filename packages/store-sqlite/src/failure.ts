import { formatNumber, PreceptError } from "@precept/core";
import type { DriverOptions } from "./driver.ts";

type FileContext = Pick<DriverOptions, "path" | "store" | "busyTimeoutMs">;

/** Describes a problem of the file or the machine, and the remedy. */
type Describe = (context: FileContext, message: string) => string;

/**
 * SQLite's primary errors: the number of each, and what to say about it. Without a description, the error is a bug.
 * `retryable`: the same call can succeed later, without a fix.
 */
export const sqliteErrors: Readonly<Record<string, readonly [number: number, describe?: Describe, retryable?: "retryable"]>> = {
  SQLITE_ERROR: [1],
  SQLITE_INTERNAL: [2],
  SQLITE_PERM: [3, ({ path }) => `no permission to open "${path}"; check its permissions`],
  SQLITE_ABORT: [4],
  SQLITE_BUSY: [
    5,
    ({ path, busyTimeoutMs }) => `"${path}" is locked by another process for more than ${formatNumber(busyTimeoutMs)} ms`,
    "retryable",
  ],
  SQLITE_LOCKED: [6, ({ path }) => `"${path}" is locked by another connection of this process`, "retryable"],
  SQLITE_NOMEM: [7, ({ path }) => `there is not enough memory to work on "${path}"`, "retryable"],
  SQLITE_READONLY: [8, ({ path }) => `"${path}" or its directory is not writable; check the permissions`],
  SQLITE_INTERRUPT: [9],
  SQLITE_IOERR: [10, ({ path }, message) => `"${path}" cannot be read or written (${message}); check the disk`],
  SQLITE_CORRUPT: [
    11,
    ({ path }, message) =>
      `"${path}" is damaged (${message}); restore a backup, or recover the data with \`sqlite3 FILE .recover\``,
  ],
  SQLITE_NOTFOUND: [12],
  SQLITE_FULL: [13, ({ path }) => `there is no space left for "${path}"; nothing was written. Free some space`],
  SQLITE_CANTOPEN: [
    14,
    ({ path }, message) =>
      `"${path}" cannot be opened (${message}); check that it exists, and check the permissions of its directory`,
  ],
  SQLITE_PROTOCOL: [15, ({ path }) => `locks do not work on "${path}", as on some network drives; move it to a local disk`],
  SQLITE_EMPTY: [16],
  SQLITE_SCHEMA: [17],
  SQLITE_TOOBIG: [18, ({ path }) => `a text is too large for "${path}"`],
  SQLITE_CONSTRAINT: [19],
  SQLITE_MISMATCH: [20],
  SQLITE_MISUSE: [21],
  SQLITE_NOLFS: [22, ({ path }) => `"${path}" is larger than its file system allows`],
  SQLITE_AUTH: [23],
  SQLITE_FORMAT: [24],
  SQLITE_RANGE: [25],
  SQLITE_NOTADB: [26, ({ path }) => `"${path}" is not a SQLite database; name another file`],
};

/** Returns the code of a primary error. */
export function codeOf(number: number): string | undefined {
  return Object.keys(sqliteErrors).find((code) => sqliteErrors[code]?.[0] === number);
}

/** Translates an error of the file or the machine to `STORE_FAILED`. Returns others unchanged: they are bugs. */
export function translateError(error: unknown, context: FileContext): unknown {
  if (!(error instanceof Error) || PreceptError.is(error)) return error;
  // An extended code, such as `SQLITE_BUSY_SNAPSHOT`, begins with the primary one.
  const code = "code" in error ? String(error.code).split("_", 2).join("_") : "";
  const [, describe, retryable] = Object.hasOwn(sqliteErrors, code) ? (sqliteErrors[code] ?? []) : [];
  if (describe !== undefined) {
    return storeFailed(context, describe(context, error.message), { cause: error, retryable: retryable !== undefined });
  }
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
