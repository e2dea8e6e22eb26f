import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "./failure.ts";
import { releaseLock, isClearlyStale, takeOverIfStale } from "./lock-file.ts";
import { getTemporaryPrefix, isOrphaned, lockSuffix, temporarySuffix } from "./internal-files.ts";
import { getOwnerKey } from "./owner.ts";

/** Age in milliseconds after which a temporary file is stale. */
const staleAfter = 60_000;

/** The directories that were cleaned up. */
const cleaned = new Set<string>();

/**
 * Removes temporary files and locks that crashed processes left in a directory, once per process.
 *
 * @param at the path through which the directory is accessed. Default: its path.
 */
export function removeStaleFiles(directory: string, at: string = directory): void {
  if (cleaned.has(directory)) return;
  cleaned.add(directory);
  for (const name of attempt(() => readdirSync(at)) ?? []) {
    const path = join(at, name);
    // Fails if another process removed it. A lock that stays behind causes an error only when its file is written.
    if (name.endsWith(temporarySuffix)) attempt(() => removeTemporary(name, path));
    else if (name.startsWith(".") && name.endsWith(lockSuffix)) attempt(() => removeStaleLock(path));
  }
}

function removeTemporary(name: string, path: string): void {
  if (isOrphaned(name) || Date.now() - lstatSync(path).mtimeMs > staleAfter) unlinkSync(path);
}

function removeStaleLock(path: string): void {
  const lock = takeOverIfStale(path, (_, found) => isClearlyStale(found));
  if (lock !== undefined) releaseLock(lock);
}

/** Removes the temporary files of a previous lock owner, so that its rename fails. @param content of its lock. */
export function removePendingWrites(file: string, content: string): void {
  const directory = dirname(file);
  const prefix = getTemporaryPrefix(file, getOwnerKey(content));
  for (const name of readdirSync(directory)) {
    // Fails if the process resumed and removed the file itself.
    if (name.startsWith(prefix) && name.endsWith(temporarySuffix)) attempt(() => unlinkSync(join(directory, name)));
  }
}
