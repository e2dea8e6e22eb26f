import { PreceptError } from "@precept/core";
import type { DriverOptions } from "./driver.ts";

type Named = Pick<DriverOptions, "path" | "store" | "busyTimeoutMs">;

/** By the beginning of SQLite's own code, the longer first: what is the matter with the file, in words that say what to do. */
const problems: readonly (readonly [code: string, problem: (named: Named, message: string) => string])[] = [
  [
    "SQLITE_BUSY",
    ({ path, busyTimeoutMs }) => `"${path}" is locked by another process, for ${busyTimeoutMs} ms and longer; try again`,
  ],
  ["SQLITE_LOCKED", ({ path }) => `"${path}" is locked by another connection of this process; try again`],
  ["SQLITE_FULL", ({ path }) => `there is no space left for "${path}"; nothing was written. Free some and try again`],
  ["SQLITE_READONLY", ({ path }) => `"${path}" or its directory may not be written; check their permissions`],
  ["SQLITE_PERM", ({ path }) => `"${path}" may not be opened; check its permissions`],
  [
    "SQLITE_CANTOPEN",
    ({ path }, message) => `"${path}" cannot be opened (${message}); check that it exists, and the permissions of its directory`,
  ],
  ["SQLITE_NOTADB", ({ path }) => `"${path}" is not a SQLite database; name another file`],
  [
    "SQLITE_CORRUPT",
    ({ path }, message) =>
      `"${path}" is damaged (${message}); restore a copy, or save what is left with \`sqlite3 FILE .recover\``,
  ],
  ["SQLITE_IOERR", ({ path }, message) => `"${path}" cannot be read or written (${message}); check the disk`],
  ["SQLITE_NOLFS", ({ path }) => `"${path}" is larger than its file system allows`],
  ["SQLITE_TOOBIG", ({ path }) => `a text is larger than "${path}" can hold`],
  ["SQLITE_NOMEM", ({ path }) => `there is not enough memory to work on "${path}"`],
  [
    "SQLITE_PROTOCOL",
    ({ path }) => `the locks of "${path}" do not work, as on some network drives; put it on a disk of this machine`,
  ],
];

/** What a driver threw, as a failure of the store where file or machine are to blame. Anything else is a bug, and stays what it is. */
export function inWords(error: unknown, named: Named): unknown {
  if (!(error instanceof Error) || PreceptError.is(error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const [, problem] = problems.find(([start]) => code.startsWith(start)) ?? [];
  if (problem !== undefined) return storeFailed(named, problem(named, error.message), error);
  // The one thing that better-sqlite3 checks by itself before it opens a file.
  if (error.message.includes("directory does not exist")) {
    return storeFailed(named, `the directory of "${named.path}" does not exist; create it`, error);
  }
  return error;
}

export function storeFailed({ store }: Pick<Named, "store">, problem: string, cause?: unknown): PreceptError {
  return new PreceptError("STORE_FAILED", { store, reason: problem }, { cause });
}
