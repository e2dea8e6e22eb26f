import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./failure.ts";

/** How the names of unfinished files end. No codec reads them. */
export const unfinished = ".precept-tmp";

/** An unfinished file older than this, in milliseconds, belongs to nobody any more. */
const abandonedAfter = 60_000;

/**
 * Puts a text in place of a file's, so that at every moment, also after a crash, the path holds the old text or the new one, whole. Permissions
 * stay as they are.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const { mode } = await stat(path);
  await withTemporary(path, text, mode & 0o777, (temporary) => rename(temporary, path));
}

/**
 * Makes a file, whole from the first moment on.
 *
 * @returns whether it was made: false where there is one already, which stays as it is.
 */
export async function createFile(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  try {
    // Unlike a rename, a link never takes the place of a file that is there.
    await withTemporary(path, text, 0o644, async (temporary) => {
      await link(temporary, path);
      await unlink(temporary).catch(() => undefined);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes a file for good. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path);
  await syncDirectory(dirname(path));
}

async function withTemporary(
  path: string,
  text: string,
  mode: number,
  finish: (temporary: string) => Promise<void>,
): Promise<void> {
  const directory = dirname(path);
  await sweep(directory);
  const temporary = join(directory, `.${basename(path).slice(0, 64)}.${randomUUID()}${unfinished}`);
  try {
    await using handle = await open(temporary, "wx", mode);
    await handle.writeFile(text);
    // Before it gets its name: a name must not be on the disk earlier than what it names.
    await handle.sync();
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  try {
    await finish(temporary);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncDirectory(directory);
}

/** Some systems can't sync a directory, and then it is up to them. */
export async function syncDirectory(directory: string): Promise<void> {
  try {
    await using handle = await open(directory, "r");
    await handle.sync();
  } catch {
    // The file itself is synced.
  }
}

/** The directories that were looked through for what crashed processes left. */
const swept = new Set<string>();

/** Removes what processes left in a directory that ended in the middle of a write. Once for each directory is enough. */
export async function sweep(directory: string): Promise<void> {
  if (swept.has(directory)) return;
  swept.add(directory);
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith(unfinished));
  for (const name of names) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfter) await unlink(path).catch(() => undefined);
  }
}

/** Whether a path is one of ours that no reader should look at. */
export function isOwnFile(path: string): boolean {
  return path.endsWith(unfinished) || path.endsWith(lockEnding);
}

/** How the names of lock files end. */
export const lockEnding = ".precept-lock";
