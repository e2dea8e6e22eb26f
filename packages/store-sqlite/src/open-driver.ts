import { createRequire } from "node:module";
import { PreceptError } from "@precept/core";
import { isSupportedNode, minimumNode } from "@precept/files";
import { openBetterSqlite3 } from "./better-sqlite3.ts";
import type { Driver, DriverOptions } from "./driver.ts";
import { findNodeSqlite, openNodeSqlite } from "./node-sqlite.ts";

/**
 * The version of Node-API that `better-sqlite3` needs. An older Node crashes when it loads the addon, and no error can
 * be caught.
 */
const neededNodeApi = 10;

/**
 * Opens a file with `better-sqlite3` if it is installed, otherwise with `node:sqlite`.
 *
 * @throws PreceptError `NODE_UNSUPPORTED`, `SQLITE_MISSING` if there is neither, `STORE_FAILED`.
 */
export function openDriver(options: DriverOptions): Driver {
  if (!isSupportedNode()) throw new PreceptError("NODE_UNSUPPORTED", { minimum: minimumNode, found: process.versions.node });
  if (hasBetterSqlite3()) return openBetterSqlite3(options);
  if (findNodeSqlite() !== undefined) return openNodeSqlite(options);
  throw new PreceptError("SQLITE_MISSING", { store: options.store });
}

/**
 * Opens a file of small state with `node:sqlite` if this build of Node has it, otherwise like {@link openDriver}.
 * Loading `better-sqlite3` takes 10 ms, and agents wait for a hook that opens such a file before each call.
 *
 * @throws PreceptError as {@link openDriver}.
 */
export function openLightDriver(options: DriverOptions): Driver {
  if (isSupportedNode() && findNodeSqlite() !== undefined) return openNodeSqlite(options);
  return openDriver(options);
}

function hasBetterSqlite3(): boolean {
  if (Number(process.versions["napi"]) < neededNodeApi) return false;
  try {
    createRequire(import.meta.url).resolve("better-sqlite3");
    return true;
  } catch {
    return false;
  }
}
