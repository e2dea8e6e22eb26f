import { lstat, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { dropLock, isPlainlyAbandoned, takeOverIfAbandoned } from "./lock-file.ts";
import { isLeftBehind, lockSuffix, temporarySuffix } from "./own-files.ts";

/** A temporary file older than this, in milliseconds, was left by a process that ended. */
const abandonedAfter = 60_000;

/** The directories that were searched for files of crashed processes. */
const swept = new Set<string>();

/**
 * Removes temporary files and locks that crashed processes left in a directory. Each directory is searched once per process.
 *
 * @param at the path through which the directory is reached.
 */
export async function sweep(directory: string, at: string = directory): Promise<void> {
  if (swept.has(directory)) return;
  swept.add(directory);
  for (const name of await readdir(at).catch(() => [])) {
    const path = join(at, name);
    if (name.endsWith(temporarySuffix)) await removeTemporary(name, path);
    else if (name.startsWith(".") && name.endsWith(lockSuffix)) removeAbandonedLock(path);
  }
}

async function removeTemporary(name: string, path: string): Promise<void> {
  if (!isLeftBehind(name)) {
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs <= abandonedAfter) return;
  }
  await unlink(path).catch(() => undefined);
}

function removeAbandonedLock(path: string): void {
  try {
    const lock = takeOverIfAbandoned(path, (_, found) => isPlainlyAbandoned(found));
    if (lock !== undefined) dropLock(lock);
  } catch {
    // It is in nobody's way until its file is written, and then there is an error to report.
  }
}
