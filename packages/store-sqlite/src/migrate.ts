import type { Driver, DriverOptions } from "./driver.ts";
import { storeFailed } from "./failure.ts";
import { migrations as ours, type Migration } from "./migrations.ts";

/** "Prec", in the header of every file of ours. It tells them from other programs' databases. */
export const applicationId = 0x5072_6563;

interface Identity {
  readonly application: number;
  readonly version: number;
  readonly tables: number;
}

const identity = `
SELECT
  (SELECT application_id FROM pragma_application_id) AS application,
  (SELECT user_version FROM pragma_user_version) AS version,
  (SELECT count(*) FROM sqlite_schema) AS tables`;

/**
 * Brings a file to the current version, all of it or nothing. What is not ours, or newer than this program, is refused before anything in it
 * is touched.
 *
 * @throws PreceptError `STORE_FAILED`.
 */
export function migrate(
  driver: Driver,
  options: Pick<DriverOptions, "path" | "store" | "readOnly">,
  migrations: readonly Migration[] = ours,
  application: number = applicationId,
): void {
  if (isCurrent(driver, options, migrations, application)) return;
  if (options.readOnly) {
    throw storeFailed(
      options,
      `"${options.path}" has an older format, and is opened for reading alone; open it once for writing`,
    );
  }
  driver.transaction(() => {
    // Looked at again under the lock: another process may have been faster.
    if (isCurrent(driver, options, migrations, application)) return;
    const { version } = readIdentity(driver);
    for (const step of migrations.slice(version)) driver.exec(step);
    driver.exec(`PRAGMA application_id = ${application}; PRAGMA user_version = ${migrations.length}`);
  });
}

/** @throws PreceptError `STORE_FAILED` where the file is not to be touched. */
function isCurrent(
  driver: Driver,
  options: Pick<DriverOptions, "path" | "store">,
  { length: current }: readonly Migration[],
  application: number,
): boolean {
  const { application: found, version, tables } = readIdentity(driver);
  const isFresh = found === 0 && version === 0 && tables === 0;
  if (found !== application && !isFresh) {
    throw storeFailed(options, `"${options.path}" is a database of another program; name another file`);
  }
  if (version > current) {
    const problem =
      `"${options.path}" was written by a newer version of Precept (format ${version}; this one knows ${current}); ` +
      "update Precept, or name another file";
    throw storeFailed(options, problem);
  }
  return !isFresh && version === current;
}

function readIdentity(driver: Driver): Identity {
  // A select without FROM always gives a row.
  return driver.get(identity) as Identity;
}
