import { dirname } from "node:path";
import type * as NodeSqlite from "node:sqlite";
import { existsAt } from "@precept/files";
import { createDriver } from "./create-driver.ts";
import type { Driver, DriverOptions } from "./driver.ts";
import { codeOf, missingDirectory, translateError } from "./failure.ts";

/** Returns the module `node:sqlite`, without its warning; undefined if this build of Node does not have it. */
export function findNodeSqlite(): typeof NodeSqlite | undefined {
  // oxlint-disable-next-line typescript/unbound-method -- restored below, not called
  const { emitWarning } = process;
  // Node 22 writes the warning to standard error when the module is first loaded, which is synchronous.
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function openNodeSqlite(options: DriverOptions): Driver {
  const { path, readOnly, busyTimeoutMs } = options;
  const connect = (): NodeSqlite.DatabaseSync => {
    const sqlite = findNodeSqlite();
    if (sqlite === undefined) throw new Error("This build of Node has no node:sqlite.");
    return new sqlite.DatabaseSync(path, { readOnly });
  };
  const driver = createDriver(connect, (error) => failureFor(error, options));
  // Not the option `timeout`, which Node 22.14 does not have.
  driver.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return driver;
}

function failureFor(error: unknown, options: DriverOptions): unknown {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return error;
  // The low byte is the primary code, which `better-sqlite3` reports by name.
  const code = codeOf(error.errcode & 0xff);
  if (code === "SQLITE_CANTOPEN" && !existsAt(dirname(options.path))) return missingDirectory(options, error);
  return code === undefined ? error : translateError(Object.assign(error, { code }), options);
}
