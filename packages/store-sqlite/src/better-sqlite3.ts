import { createRequire } from "node:module";
import type BetterSqlite3 from "better-sqlite3";
import { createDriver, type Connection } from "./create-driver.ts";
import type { Driver, DriverOptions } from "./driver.ts";
import { translateError } from "./failure.ts";

/** The driver over `better-sqlite3`, which must be installed. */
export function openBetterSqlite3(options: DriverOptions): Driver {
  const { path, readOnly, busyTimeoutMs } = options;
  // Loaded here and not imported, because it is an optional dependency and a store opens its file synchronously.
  const Database = createRequire(import.meta.url)("better-sqlite3") as typeof BetterSqlite3;
  return createDriver(
    // Its types take the values of a statement as one type parameter.
    () => new Database(path, { readonly: readOnly, fileMustExist: readOnly, timeout: busyTimeoutMs }) as unknown as Connection,
    (error) => translateError(error, options),
  );
}
