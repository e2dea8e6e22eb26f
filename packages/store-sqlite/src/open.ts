import { PreceptError } from "@precept/core";
import { identityOf, monotonicTime } from "@precept/files";
import type { Driver, DriverOptions, OpenDriver } from "./driver.ts";
import { storeFailed } from "./failure.ts";
import { migrate } from "./migrate.ts";
import type { Migration } from "./migrations.ts";
import type { CompleteOptions } from "./options.ts";

type DatabaseOptions = Pick<CompleteOptions, "id" | "path" | "readOnly" | "busyTimeoutMs" | "durability">;

export interface FileFormat {
  readonly application: number;
  readonly migrations: readonly Migration[];
}

/** Opens and migrates a file, of rules by default, and sets its journal mode. Closes the file if a step fails. */
export function openDatabase(open: OpenDriver, options: DatabaseOptions, format?: FileFormat): GuardedDriver {
  const { id: store, path, readOnly, busyTimeoutMs, durability } = options;
  const driver = open({ store, path, readOnly, busyTimeoutMs });
  try {
    driver.exec("PRAGMA foreign_keys = ON");
    // Migrate first: the journal mode is stored in the file, which may belong to another program.
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

/** A driver that knows whether its file is still at its path. */
export interface GuardedDriver extends Driver {
  /** @throws PreceptError `STORE_FAILED` if the file is not at its path. @param consequence what is omitted. */
  assertSameFile(consequence: string): void;
}

/** Makes a driver reject writes after its file was moved, deleted or replaced: SQLite would write to the open file. */
function guardFileIdentity(driver: Driver, options: Pick<DriverOptions, "path" | "store">): GuardedDriver {
  const opened = identityOf(options.path);
  const assertSameFile = (consequence: string): void => {
    if (identityOf(options.path) === opened) return;
    const reason = `"${options.path}" was moved, deleted or replaced while it was open; ${consequence}. Open the store again`;
    throw storeFailed(options, reason);
  };
  return {
    ...driver,
    assertSameFile,
    transaction: (work) =>
      driver.transaction(() => {
        assertSameFile("nothing was written");
        return work();
      }),
  };
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

/** Retries while another process opens the file: SQLite does not wait for locks when it switches the journal mode. */
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
