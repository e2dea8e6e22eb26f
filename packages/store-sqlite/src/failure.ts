import { formatNumber, PreceptError } from "@precept/core";
import type { DriverOptions } from "./driver.ts";

type FileContext = Pick<DriverOptions, "path" | "store" | "busyTimeoutMs">;

/** Descriptions of SQLite errors by prefix of their code, with what to do. */
const problems: readonly (readonly [code: string, problem: (context: FileContext, message: string) => string])[] = [
  [
    "SQLITE_BUSY",
    ({ path, busyTimeoutMs }) =>
      `"${path}" is locked by another process for more than ${formatNumber(busyTimeoutMs)} ms; try again`,
  ],
  ["SQLITE_LOCKED", ({ path }) => `"${path}" is locked by another connection of this process; try again`],
  ["SQLITE_FULL", ({ path }) => `there is no space left for "${path}"; nothing was written. Free some space and try again`],
  ["SQLITE_READONLY", ({ path }) => `"${path}" or its directory is not writable; check the permissions`],
  ["SQLITE_PERM", ({ path }) => `no permission to open "${path}"; check its permissions`],
  [
    "SQLITE_CANTOPEN",
    ({ path }, message) =>
      `"${path}" cannot be opened (${message}); check that it exists, and check the permissions of its directory`,
  ],
  ["SQLITE_NOTADB", ({ path }) => `"${path}" is not a SQLite database; name another file`],
  [
    "SQLITE_CORRUPT",
    ({ path }, message) =>
      `"${path}" is damaged (${message}); restore a backup, or recover the data with \`sqlite3 FILE .recover\``,
  ],
  ["SQLITE_IOERR", ({ path }, message) => `"${path}" cannot be read or written (${message}); check the disk`],
  ["SQLITE_NOLFS", ({ path }) => `"${path}" is larger than its file system allows`],
  ["SQLITE_TOOBIG", ({ path }) => `a text is too large for "${path}"`],
  ["SQLITE_NOMEM", ({ path }) => `there is not enough memory to work on "${path}"`],
  ["SQLITE_PROTOCOL", ({ path }) => `locks do not work on "${path}", as on some network drives; move it to a local disk`],
];

/** Translates an error of a driver to a `STORE_FAILED` error if it is a problem of the file or the machine. Returns other errors unchanged: they are bugs. */
export function translateError(error: unknown, context: FileContext): unknown {
  if (!(error instanceof Error) || PreceptError.is(error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const [, problem] = problems.find(([start]) => code.startsWith(start)) ?? [];
  if (problem !== undefined) return storeFailed(context, problem(context, error.message), error);
  // better-sqlite3 checks this itself, without a code.
  if (error.message.includes("directory does not exist")) {
    return storeFailed(context, `the directory of "${context.path}" does not exist; create it`, error);
  }
  return error;
}

export function storeFailed({ store }: Pick<FileContext, "store">, problem: string, cause?: unknown): PreceptError {
  return new PreceptError("STORE_FAILED", { store, reason: problem }, { cause });
}
