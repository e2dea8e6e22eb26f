import type { Driver, DriverOptions } from "./driver.ts";
import { storeFailed } from "./failure.ts";
import { migrations as ruleMigrations, type Migration } from "./migrations.ts";

/** "Prec", in the header of the file. Distinguishes it from databases of other programs. */
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
 * Migrates a file to the current format, in one transaction.
 *
 * @throws PreceptError `STORE_FAILED` for a file of another program or of a newer version, or for an old one if it is
 *   read-only.
 */
export function migrate(
  driver: Driver,
  options: Pick<DriverOptions, "path" | "store" | "readOnly">,
  migrations: readonly Migration[] = ruleMigrations,
  application: number = applicationId,
): void {
  if (isCurrent(driver, options, migrations, application)) return;
  if (options.readOnly) {
    throw storeFailed(options, `"${options.path}" has an older format and is opened read-only; open it once for writing`);
  }
  driver.transaction(() => {
    // Check again with the lock: another process may have migrated the file.
    if (isCurrent(driver, options, migrations, application)) return;
    const { version } = readIdentity(driver);
    for (const step of migrations.slice(version)) driver.exec(step);
    driver.exec(`PRAGMA application_id = ${application}; PRAGMA user_version = ${migrations.length}`);
  });
}

/** Whether the file has the current format. @throws PreceptError `STORE_FAILED` if it is not ours, or newer. */
function isCurrent(
  driver: Driver,
  options: Pick<DriverOptions, "path" | "store">,
  { length: current }: readonly Migration[],
  application: number,
): boolean {
  const { application: found, version, tables } = readIdentity(driver);
  const isNew = found === 0 && version === 0 && tables === 0;
  if (found !== application && !isNew) {
    throw storeFailed(options, `"${options.path}" is a database of another program; name another file`);
  }
  if (version > current) {
    const problem =
      `"${options.path}" was written by a newer version of Precept (format ${version}; this one knows ${current}); ` +
      "update Precept, or name another file";
    throw storeFailed(options, problem);
  }
  return !isNew && version === current;
}

function readIdentity(driver: Driver): Identity {
  // A select without FROM always returns a row.
  return driver.get(identity) as Identity;
}
