// oxlint-disable-next-line no-restricted-imports -- the entry of the command line uses it
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a directory and its missing parents. The option `recursive` of Node never returns where the system creates
 * nothing, as in `/proc`.
 */
export function makeDirectories(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeDirectories(dirname(path), mode);
  makeIfMissing(path, mode);
}

/** Creates a directory unless there is something at its path. */
export function makeIfMissing(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
