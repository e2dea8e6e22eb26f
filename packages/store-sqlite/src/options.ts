import { resolve } from "node:path";
import { PreceptError } from "@precept/core";

export interface SqliteStoreOptions {
  /** The file, which is created where it is missing; its directory has to be there. Relative to the current directory. */
  readonly path: string;
  /** Default `sqlite`. */
  readonly id?: string;
  /** The clock that `createdAt` and `updatedAt` come from. Default: the system's. */
  readonly now?: () => Date;
  /** Whether subscribers hear of what other processes write, without a `reload`. Default false. */
  readonly watch?: boolean;
  /** How often the file is looked at while it is watched, in milliseconds. Default 200. */
  readonly pollMs?: number;
  /** Opens an existing file for reading alone: `write`, `usage` and `transactions` are missing then. Default false. */
  readonly readOnly?: boolean;
  /**
   * What a fulfilled write has survived. `full`: the end of the process and a loss of power, since each write waits for the disk. `normal`: the
   * end of the process; a loss of power may take the last writes back, whole ones, and the file stays sound. Default `full`.
   */
  readonly durability?: "full" | "normal";
  /** How long a call waits for another process's lock, in milliseconds; the whole process waits with it. Default 5000. */
  readonly busyTimeoutMs?: number;
  /** Told what listeners throw. Default: nobody is. */
  readonly onListenerError?: (error: unknown) => void;
}

/** Options with all defaults filled in. */
export type CompleteOptions = Required<Omit<SqliteStoreOptions, "onListenerError">> & Pick<SqliteStoreOptions, "onListenerError">;

/**
 * Fills in the defaults.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`.
 */
export function completeOptions(options: SqliteStoreOptions): CompleteOptions {
  const { path, pollMs = 200, busyTimeoutMs = 5000 } = options;
  // SQLite would take both for a database in memory, or a temporary one, which no other connection sees.
  if (path === "" || path === ":memory:")
    throw invalid("path", path, "the path of a file; `createMemoryStore` keeps rules in memory");
  if (!(pollMs > 0 && pollMs < 2 ** 31)) throw invalid("pollMs", String(pollMs), "milliseconds, more than 0");
  if (!(Number.isInteger(busyTimeoutMs) && busyTimeoutMs >= 0 && busyTimeoutMs < 2 ** 31)) {
    throw invalid("busyTimeoutMs", String(busyTimeoutMs), "whole milliseconds, 0 or more");
  }
  return {
    id: "sqlite",
    now: () => new Date(),
    watch: false,
    readOnly: false,
    durability: "full",
    ...options,
    pollMs,
    busyTimeoutMs,
    // Absolute, so that a later `process.chdir` changes nothing, and nothing is taken for a `file:` address.
    path: resolve(path),
  };
}

function invalid(option: string, value: string, expected: string): PreceptError {
  return new PreceptError("OPTION_VALUE_INVALID", { option, value, expected });
}
