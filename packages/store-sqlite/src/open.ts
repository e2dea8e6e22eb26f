import { PreceptError } from "@precept/core";
import type { Driver, OpenDriver } from "./driver.ts";
import { migrate } from "./migrate.ts";
import type { Migration } from "./migrations.ts";
import type { CompleteOptions } from "./options.ts";
import { onSameFile } from "./same-file.ts";

/** How a file is opened. */
type DatabaseOptions = Pick<CompleteOptions, "id" | "path" | "readOnly" | "busyTimeoutMs" | "durability">;

/** What a file holds, and how it tells itself from others. */
export interface FileFormat {
  readonly application: number;
  readonly migrations: readonly Migration[];
}

/** Opens the file, brings it to the current version and sets how it is to be written. Either all of it works or the file is closed again. Default: a file of rules. */
export function openDatabase(open: OpenDriver, options: DatabaseOptions, format?: FileFormat): Driver {
  const { id: store, path, readOnly, busyTimeoutMs, durability } = options;
  const driver = open({ store, path, readOnly, busyTimeoutMs });
  try {
    driver.exec("PRAGMA foreign_keys = ON");
    // Before anything is set: the way of journalling is written into the file, and this may be a file of somebody else's.
    migrate(driver, { store, path, readOnly }, format?.migrations, format?.application);
    if (!readOnly) {
      patiently(busyTimeoutMs, () => driver.exec("PRAGMA journal_mode = WAL"));
      driver.exec(`PRAGMA synchronous = ${durability}`);
    }
    return onSameFile(driver, { path, store });
  } catch (error) {
    driver.close();
    throw error;
  }
}

/** Writes the log back into the file, as far as no reader holds it up, and closes it. */
export function closeDatabase(driver: Driver, { readOnly }: Pick<CompleteOptions, "readOnly">): void {
  try {
    if (!readOnly) driver.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // Nothing is lost: what is in the log counts, and whoever opens the file next writes it back.
  }
  driver.close();
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Where SQLite switches to the log it does not wait for locks, as it does everywhere else; and another process may be opening the same file. */
function patiently(patienceMs: number, work: () => void): void {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

function isBusy(error: unknown): boolean {
  const cause = PreceptError.is(error, "STORE_FAILED") ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && String(cause.code).startsWith("SQLITE_BUSY");
}
