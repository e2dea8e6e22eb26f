import { linkSync, renameSync, unlinkSync } from "node:fs";
import { lstat, open, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode, isMissing } from "./failure.ts";
import { locateTarget } from "./locate-target.ts";
import type { LinkPolicy } from "./locate.ts";
import { temporaryPath } from "./own-files.ts";
import { inPinnedParent, type PinOptions } from "./pinned-directory.ts";
import type { Root } from "./root.ts";
import { sweep } from "./sweep.ts";

export interface WriteOptions {
  /** Default `inside`: a link in the root is written through, as far as it stays inside. */
  readonly links?: LinkPolicy;
  /** Whether only the user may read it: mode 600, and 700 for directories that are created for it. Default false. */
  readonly isPrivate?: boolean;
  /** Called just before the change takes effect: pass `assertHeld` of the file's lock. If it throws, nothing is changed. */
  readonly beforeRename?: () => void;
}

/**
 * Replaces the content of a file that exists. At every moment, also after a crash, the path holds the old content or the new one, whole.
 * Permissions are preserved, but for `isPrivate`.
 */
export async function replaceFile(
  root: Root,
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  const target = locateTarget(root, path, options.links);
  const { mode } = await lstat(target);
  await writeAside(root, target, content, options.isPrivate === true ? 0o600 : mode & 0o777, options, renameSync);
}

/**
 * Creates a file, whole from the first moment on, and the directories on the way to it.
 *
 * @returns false where something is at the path already, which stays as it is.
 */
export async function createFile(
  root: Root,
  path: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): Promise<boolean> {
  const target = locateTarget(root, path, options.links, "keep");
  const { isPrivate = false } = options;
  const directories = { create: isPrivate ? 0o700 : 0o777 };
  try {
    // Unlike a rename, a hard link never replaces a file.
    await writeAside(root, target, content, isPrivate ? 0o600 : 0o644, options, linkSync, directories);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Creates a file, or replaces the content of the one that exists. */
export async function putFile(root: Root, path: string, content: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
  if (!(await createFile(root, path, content, options))) await replaceFile(root, path, content, options);
}

/** Removes a file. Of a link, the link itself. @throws the system's error where there is none. */
export async function removeFile(
  root: Root,
  path: string,
  { links, beforeRename }: Pick<WriteOptions, "links" | "beforeRename"> = {},
): Promise<void> {
  const target = locateTarget(root, path, links, "keep");
  await inPinnedParent(root, target, {}, async (at, directory) => {
    beforeRename?.();
    unlinkSync(at);
    await syncDirectory(directory);
  });
}

/** Gives a file another name in its directory. What had that name is replaced. Links are moved, not followed. */
export async function moveFile(root: Root, from: string, to: string, beforeRename?: () => void): Promise<void> {
  const [source, target] = [locateTarget(root, from, "none", "keep"), locateTarget(root, to, "none", "keep")];
  await inPinnedParent(root, source, {}, async (at, directory) => {
    beforeRename?.();
    renameSync(at, join(directory, basename(target)));
  });
}

async function writeAside(
  root: Root,
  target: string,
  content: string | Uint8Array,
  mode: number,
  { beforeRename }: WriteOptions,
  finish: (temporary: string, at: string) => void,
  directories: PinOptions = {},
): Promise<void> {
  await inPinnedParent(root, target, directories, async (at, directory) => {
    await sweep(dirname(target), directory);
    const temporary = temporaryPath(at);
    try {
      {
        await using handle = await open(temporary, "wx", mode);
        await handle.writeFile(content);
        // Before it gets its name: a name must not be on the disk earlier than what it names.
        await handle.sync();
      }
      // Synchronous, so that as little time as possible passes between the check of the lock and the change.
      beforeRename?.();
      finish(temporary, at);
    } catch (error) {
      // Another process that took over the lock has removed the temporary file.
      if (isMissing(error)) beforeRename?.();
      throw error;
    } finally {
      // After a rename there is none.
      await unlink(temporary).catch(() => undefined);
    }
    await syncDirectory(directory);
  });
}

/** Flushes a directory's entries to the disk, where the system can. */
export async function syncDirectory(directory: string): Promise<void> {
  try {
    await using handle = await open(directory, "r");
    await handle.sync();
  } catch {
    // The file itself is synced.
  }
}
