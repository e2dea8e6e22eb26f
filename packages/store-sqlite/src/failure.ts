import { formatNumber, PreceptError } from "@precept/core";
import type { DriverOptions } from "./driver.ts";

type FileContext = Pick<DriverOptions, "path" | "store" | "busyTimeoutMs">;

/** SQLite's primary result codes by number, without those of success. */
export const sqliteCodes = {
  1: "SQLITE_ERROR",
  2: "SQLITE_INTERNAL",
  3: "SQLITE_PERM",
  4: "SQLITE_ABORT",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  7: "SQLITE_NOMEM",
  8: "SQLITE_READONLY",
  9: "SQLITE_INTERRUPT",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  12: "SQLITE_NOTFOUND",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  15: "SQLITE_PROTOCOL",
  16: "SQLITE_EMPTY",
  17: "SQLITE_SCHEMA",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  20: "SQLITE_MISMATCH",
  21: "SQLITE_MISUSE",
  22: "SQLITE_NOLFS",
  23: "SQLITE_AUTH",
  24: "SQLITE_FORMAT",
  25: "SQLITE_RANGE",
  26: "SQLITE_NOTADB",
} as const;

export type SqliteCode = (typeof sqliteCodes)[keyof typeof sqliteCodes];

/** A problem of the file or the machine. */
interface Problem {
  /** What is wrong, and what to do. */
  readonly describe: (context: FileContext, message: string) => string;
  /** Whether the same call can succeed later, without a fix. */
  readonly retryable: boolean;
}

function temporary(describe: Problem["describe"]): Problem {
  return { describe, retryable: true };
}

function permanent(describe: Problem["describe"]): Problem {
  return { describe, retryable: false };
}

const problems: Readonly<Record<SqliteCode, Problem | "bug">> = {
  SQLITE_ERROR: "bug",
  SQLITE_INTERNAL: "bug",
  SQLITE_PERM: permanent(({ path }) => `no permission to open "${path}"; check its permissions`),
  SQLITE_ABORT: "bug",
  SQLITE_BUSY: temporary(
    ({ path, busyTimeoutMs }) => `"${path}" is locked by another process for more than ${formatNumber(busyTimeoutMs)} ms`,
  ),
  SQLITE_LOCKED: temporary(({ path }) => `"${path}" is locked by another connection of this process`),
  SQLITE_NOMEM: temporary(({ path }) => `there is not enough memory to work on "${path}"`),
  SQLITE_READONLY: permanent(({ path }) => `"${path}" or its directory is not writable; check the permissions`),
  SQLITE_INTERRUPT: "bug",
  SQLITE_IOERR: permanent(({ path }, message) => `"${path}" cannot be read or written (${message}); check the disk`),
  SQLITE_CORRUPT: permanent(
    ({ path }, message) =>
      `"${path}" is damaged (${message}); restore a backup, or recover the data with \`sqlite3 FILE .recover\``,
  ),
  SQLITE_NOTFOUND: "bug",
  SQLITE_FULL: permanent(({ path }) => `there is no space left for "${path}"; nothing was written. Free some space`),
  SQLITE_CANTOPEN: permanent(
    ({ path }, message) =>
      `"${path}" cannot be opened (${message}); check that it exists, and check the permissions of its directory`,
  ),
  SQLITE_PROTOCOL: permanent(({ path }) => `locks do not work on "${path}", as on some network drives; move it to a local disk`),
  SQLITE_EMPTY: "bug",
  SQLITE_SCHEMA: "bug",
  SQLITE_TOOBIG: permanent(({ path }) => `a text is too large for "${path}"`),
  SQLITE_CONSTRAINT: "bug",
  SQLITE_MISMATCH: "bug",
  SQLITE_MISUSE: "bug",
  SQLITE_NOLFS: permanent(({ path }) => `"${path}" is larger than its file system allows`),
  SQLITE_AUTH: "bug",
  SQLITE_FORMAT: "bug",
  SQLITE_RANGE: "bug",
  SQLITE_NOTADB: permanent(({ path }) => `"${path}" is not a SQLite database; name another file`),
};

/**
 * Translates an error of a driver to a `STORE_FAILED` error if it is a problem of the file or the machine. Returns
 * other errors unchanged: they are bugs.
 */
export function translateError(error: unknown, context: FileContext): unknown {
  if (!(error instanceof Error) || PreceptError.is(error)) return error;
  const problem = problemOf("code" in error ? String(error.code) : "");
  if (problem !== undefined) {
    return storeFailed(context, problem.describe(context, error.message), { cause: error, retryable: problem.retryable });
  }
  // better-sqlite3 checks this itself, without a code.
  if (error.message.includes("directory does not exist")) return missingDirectory(context, error);
  return error;
}

/** @param code an extended code, such as `SQLITE_BUSY_SNAPSHOT`. */
function problemOf(code: string): Problem | undefined {
  const primary = code.split("_", 2).join("_");
  const problem = Object.hasOwn(problems, primary) ? problems[primary as SqliteCode] : "bug";
  return problem === "bug" ? undefined : problem;
}

/** The error if the directory of the file does not exist. */
export function missingDirectory(context: Pick<FileContext, "path" | "store">, cause: unknown): PreceptError {
  return storeFailed(context, `the directory of "${context.path}" does not exist; create it`, { cause });
}

interface FailureOptions {
  readonly cause?: unknown;
  /** Default false. */
  readonly retryable?: boolean;
}

export function storeFailed(
  { store }: Pick<FileContext, "store">,
  reason: string,
  { cause, retryable = false }: FailureOptions = {},
): PreceptError {
  return new PreceptError("STORE_FAILED", { store, reason, retryable }, { cause });
}
