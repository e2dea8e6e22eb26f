import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { releaseLock, isClearlyStale, takeOverIfStale } from "./lock-file.ts";
import { isOrphaned, lockSuffix, temporarySuffix } from "./internal-files.ts";

/** Age in milliseconds after which a temporary file is stale. */
const staleAfter = 60_000;

/** The directories that were cleaned up. */
const cleaned = new Set<string>();

/**
 * Removes temporary files and locks that crashed processes left in a directory. Runs once per directory and process.
 *
 * @param at the path through which the directory is accessed. Default: its path.
 */
export function removeStaleFiles(directory: string, at: string = directory): void {
  if (cleaned.has(directory)) return;
  cleaned.add(directory);
  for (const name of listNames(at)) {
    const path = join(at, name);
    if (name.endsWith(temporarySuffix)) removeTemporary(name, path);
    else if (name.startsWith(".") && name.endsWith(lockSuffix)) removeStaleLock(path);
  }
}

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function removeTemporary(name: string, path: string): void {
  try {
    if (isOrphaned(name) || Date.now() - lstatSync(path).mtimeMs > staleAfter) unlinkSync(path);
  } catch {
    // Another process removed it.
  }
}

function removeStaleLock(path: string): void {
  try {
    const lock = takeOverIfStale(path, (_, found) => isClearlyStale(found));
    if (lock !== undefined) releaseLock(lock);
  } catch {
    // A lock that stays behind causes an error only when its file is written.
  }
}
