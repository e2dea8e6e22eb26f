import { lstatSync } from "node:fs";
import { PreceptError } from "@precept/core";
import { locateTarget } from "./locate-target.ts";
import { shownPath } from "./paths.ts";
import type { Root } from "./root.ts";

/** The files that SQLite opens beside a database, by suffix. */
export const databaseSuffixes: readonly string[] = ["", "-wal", "-shm", "-journal"];

/**
 * Checks a database before SQLite opens it, which follows links by itself: neither the file, nor those that SQLite keeps beside it, nor a
 * directory on the way may be a link; whatever exists must be a regular file.
 *
 * @returns the real path to open.
 * @throws PreceptError `PATH_REFUSED`.
 */
export function checkDatabaseFile(root: Root, path: string): string {
  const located = locateTarget(root, path, "none");
  for (const suffix of databaseSuffixes) {
    const file = `${located}${suffix}`;
    const status = lstatSync(file, { throwIfNoEntry: false });
    if (status === undefined || status.isFile()) continue;
    const problem = status.isSymbolicLink() ? "it is a link" : "it is not a regular file";
    throw new PreceptError("PATH_REFUSED", { path: shownPath(root.dir, file), root: root.dir, reason: problem });
  }
  return located;
}
