import { PreceptError } from "@precept/core";
import { monotonicTime } from "@precept/files";
import type { Driver, OpenDriver } from "./driver.ts";
import { migrate } from "./migrate.ts";
import type { Migration } from "./migrations.ts";
import type { CompleteOptions } from "./options.ts";
import { guardFileIdentity, type GuardedDriver } from "./same-file.ts";

/** The options that concern the file. */
type DatabaseOptions = Pick<CompleteOptions, "id" | "path" | "readOnly" | "busyTimeoutMs" | "durability">;

/** The format of a file. */
export interface FileFormat {
  readonly application: number;
  readonly migrations: readonly Migration[];
}

/**
 * Opens and migrates a file, and sets its journal mode. Closes the file if a step fails.
 *
 * @param format default: the format of rules.
 */
export function openDatabase(open: OpenDriver, options: DatabaseOptions, format?: FileFormat): GuardedDriver {
  const { id: store, path, readOnly, busyTimeoutMs, durability } = options;
  const driver = open({ store, path, readOnly, busyTimeoutMs });
  try {
    driver.exec("PRAGMA foreign_keys = ON");
    // First, since the journal mode is stored in the file, which may belong to another program.
    migrate(driver, { store, path, readOnly }, format?.migrations, format?.application);
    if (!readOnly) {
      retryWhileBusy(busyTimeoutMs, () => driver.exec("PRAGMA journal_mode = WAL"));
      driver.exec(`PRAGMA synchronous = ${durability}`);
    }
    return guardFileIdentity(driver, { path, store });
  } catch (error) {
    driver.close();
    throw error;
  }
}

/** Checkpoints the log, as far as readers allow, and closes the file. */
export function closeDatabase(driver: Driver, { readOnly }: Pick<CompleteOptions, "readOnly">): void {
  try {
    if (!readOnly) driver.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // Nothing is lost: the log is valid, and the next connection checkpoints it.
  }
  driver.close();
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * SQLite does not wait for locks when it switches the journal mode, so retry while another process opens the same file.
 */
function retryWhileBusy(timeoutMs: number, work: () => void): void {
  const end = monotonicTime() + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || monotonicTime() >= end) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

/** Whether an error says that another process has locked the file. */
export function isBusy(error: unknown): boolean {
  const cause = PreceptError.is(error, "STORE_FAILED") ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && String(cause.code).startsWith("SQLITE_BUSY");
}
