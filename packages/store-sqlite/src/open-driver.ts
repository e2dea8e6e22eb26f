import { createRequire } from "node:module";
import { PreceptError } from "@precept/core";
import { isSupportedNode, minimumNode } from "@precept/files";
import { openBetterSqlite3 } from "./better-sqlite3.ts";
import type { Driver, DriverOptions } from "./driver.ts";
import { findNodeSqlite, openNodeSqlite } from "./node-sqlite.ts";

/** The version of Node-API that `better-sqlite3` needs. An older Node crashes when it loads the addon. */
const neededNodeApi = 10;

/**
 * Opens a file with `better-sqlite3` if it is installed, otherwise with `node:sqlite`.
 *
 * @throws PreceptError `NODE_UNSUPPORTED`, `SQLITE_MISSING`, `STORE_FAILED`
 */
export function openDriver(options: DriverOptions): Driver {
  if (!isSupportedNode()) throw new PreceptError("NODE_UNSUPPORTED", { minimum: minimumNode, found: process.versions.node });
  if (hasBetterSqlite3()) return openBetterSqlite3(options);
  if (findNodeSqlite() !== undefined) return openNodeSqlite(options);
  throw new PreceptError("SQLITE_MISSING", { store: options.store });
}

/**
 * Opens a file of small state with `node:sqlite` if Node has it, otherwise like {@link openDriver}: loading
 * `better-sqlite3` takes 10 ms, too long for a hook that runs before each call of an agent.
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
