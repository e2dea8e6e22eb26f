import { lstatSync } from "node:fs";
import { createRefusal, locateTarget } from "./locate.ts";
import type { Root } from "./root.ts";

/** The suffixes of the files of an SQLite database. */
export const databaseSuffixes: readonly string[] = ["", "-wal", "-shm", "-journal"];

/**
 * Checks the path of an SQLite database before SQLite opens it and follows links: its files must be regular or missing,
 * and no parent directory may be a link. @returns the real path. @throws PreceptError `PATH_REFUSED`
 */
export function checkDatabaseFile(root: Root, path: string): string {
  const located = locateTarget(root, path, "none");
  for (const suffix of databaseSuffixes) {
    const file = `${located}${suffix}`;
    const status = lstatSync(file, { throwIfNoEntry: false });
    if (status === undefined || status.isFile()) continue;
    throw createRefusal(root, file, status.isSymbolicLink() ? "it is a link" : "it is not a regular file");
  }
  return located;
}
