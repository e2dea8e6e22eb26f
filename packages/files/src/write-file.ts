import { linkSync, renameSync, unlinkSync } from "node:fs";
import { chmod, lstat, open, rm, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode, isMissing } from "./failure.ts";
import { locateTarget } from "./locate-target.ts";
import { locate, refuse, type LinkPolicy } from "./locate.ts";
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

/**
 * Renames a file, also to another directory, which must exist. A file of that name is replaced.
 *
 * @throws PreceptError `PATH_REFUSED` where one of the two, or a directory on the way, is a link.
 */
export async function moveFile(root: Root, from: string, to: string, beforeRename?: () => void): Promise<void> {
  await inBothParents(root, from, to, (source, target) => {
    beforeRename?.();
    renameSync(source, target);
  });
}

/**
 * Gives a file a second name, as a hard link. Unlike renaming, this never replaces a file: it fails with `EEXIST`.
 *
 * @throws PreceptError `PATH_REFUSED`, or the system's error, also where the file system has no hard links.
 */
export async function linkFile(root: Root, from: string, to: string): Promise<void> {
  await inBothParents(root, from, to, linkSync);
}

async function inBothParents(root: Root, from: string, to: string, work: (from: string, to: string) => void): Promise<void> {
  const source = locateTarget(root, from, "none", "keep");
  const target = locateTarget(root, to, "none", "keep");
  await inPinnedParent(root, source, {}, (at) => inPinnedParent(root, target, {}, async (targetAt) => work(at, targetAt)));
}

/**
 * Removes a file, or a directory with everything in it. Links are removed, not followed. Does nothing where nothing is.
 *
 * @throws PreceptError `PATH_REFUSED` where a directory on the way is a link.
 */
export async function removeTree(root: Root, path: string): Promise<void> {
  const target = locate(root, path, "none");
  if (target === root.real) throw refuse(root, target, "it is the root itself");
  try {
    await inPinnedParent(root, target, {}, (at) => rm(at, { recursive: true, force: true }));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Changes the permissions of a file or a directory.
 *
 * @throws PreceptError `PATH_REFUSED` where it, or a directory on the way, is a link.
 */
export async function setMode(root: Root, path: string, mode: number): Promise<void> {
  await inPinnedParent(root, locateTarget(root, path, "none"), {}, (at) => chmod(at, mode));
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
