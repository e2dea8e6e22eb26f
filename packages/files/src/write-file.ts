import { linkSync, renameSync, unlinkSync } from "node:fs";
import { chmod, lstat, open, rm, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode, isMissing } from "./failure.ts";
import { locateTarget, createRefusal, locate, type LinkPolicy } from "./locate.ts";
import { createTemporaryPath } from "./internal-files.ts";
import { withParentDirectory, type OpenDirectoryOptions } from "./directory-handle.ts";
import { copyPermissions, permissionsLike, type Permissions } from "./permissions.ts";
import type { Root } from "./root.ts";
import { removeStaleFiles } from "./remove-stale-files.ts";

/** The content of a file. Parts are read again if the write has to be repeated. */
export type FileParts = string | Uint8Array | Iterable<string>;

export interface WriteOptions {
  /** Default `inside`: the target of a link is written if it is inside the root. */
  readonly links?: LinkPolicy;
  /** Whether only the user can read the file: mode 600, and 700 for created directories. Default false. */
  readonly isPrivate?: boolean;
  /** Called directly before the change. Pass `assertHeld` of the file's lock. If it throws, nothing is changed. */
  readonly beforeRename?: () => void;
}

/**
 * Replaces an existing file atomically: after a crash it is old or new. Unless `isPrivate` is set, it keeps its mode and
 * group, and for root its owner.
 */
export async function replaceFile(root: Root, path: string, content: FileParts, options: WriteOptions = {}): Promise<void> {
  const target = locateTarget(root, path, options.links);
  const permissions = options.isPrivate === true ? { mode: 0o600 } : permissionsLike(await lstat(target));
  await writeTemporary(root, target, content, permissions, options, renameSync);
}

/** Creates a file atomically with its content, and its missing parents. Returns false if the path exists. */
export async function createFile(root: Root, path: string, content: FileParts, options: WriteOptions = {}): Promise<boolean> {
  const target = locateTarget(root, path, options.links, "keep");
  const { isPrivate = false } = options;
  const directories = { create: isPrivate ? 0o700 : 0o777 };
  try {
    // Unlike a rename, a hard link never replaces a file.
    await writeTemporary(root, target, content, { mode: isPrivate ? 0o600 : 0o644 }, options, linkSync, directories);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Creates a file, or replaces the content of an existing file. */
export async function putFile(root: Root, path: string, content: FileParts, options: WriteOptions = {}): Promise<void> {
  const located = locateTarget(root, path, options.links, "keep");
  // Creating an existing file would write its content before it fails.
  const exists = await lstat(located).then(
    () => true,
    () => false,
  );
  if (exists || !(await createFile(root, path, content, options))) await replaceFile(root, path, content, options);
}

/** Removes a file, or the link itself. @throws the system's error if it does not exist. */
export async function removeFile(
  root: Root,
  path: string,
  { links, beforeRename }: Pick<WriteOptions, "links" | "beforeRename"> = {},
): Promise<void> {
  const target = locateTarget(root, path, links, "keep");
  await withParentDirectory(root, target, {}, async (at, directory) => {
    beforeRename?.();
    unlinkSync(at);
    await syncDirectory(directory);
  });
}

/**
 * Renames a file, also over an existing one. The target directory must exist.
 *
 * @throws PreceptError `PATH_REFUSED` if one of the paths, or one of their parent directories, is a link.
 */
export async function moveFile(root: Root, from: string, to: string, beforeRename?: () => void): Promise<void> {
  await inBothParents(root, from, to, (source, target) => {
    beforeRename?.();
    renameSync(source, target);
  });
}

/** Creates a hard link. It never replaces a file: `EEXIST`. @throws PreceptError `PATH_REFUSED` */
export async function linkFile(root: Root, from: string, to: string): Promise<void> {
  await inBothParents(root, from, to, linkSync);
}

async function inBothParents(root: Root, from: string, to: string, work: (from: string, to: string) => void): Promise<void> {
  const source = locateTarget(root, from, "none", "keep");
  const target = locateTarget(root, to, "none", "keep");
  await withParentDirectory(root, source, {}, (at) =>
    withParentDirectory(root, target, {}, async (targetAt) => work(at, targetAt)),
  );
}

/**
 * Removes a file, or a directory with everything in it, if it exists. Links are removed, not followed.
 *
 * @throws PreceptError `PATH_REFUSED` if a parent directory is a link.
 */
export async function removeTree(root: Root, path: string): Promise<void> {
  const target = locate(root, path, "none");
  if (target === root.real) throw createRefusal(root, target, "it is the root itself");
  try {
    await withParentDirectory(root, target, {}, (at) => rm(at, { recursive: true, force: true }));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Changes permissions.
 *
 * @param links default `none`: throws if the path or a parent directory is a link.
 * @throws PreceptError `PATH_REFUSED`.
 */
export async function setMode(root: Root, path: string, mode: number, links: LinkPolicy = "none"): Promise<void> {
  await withParentDirectory(root, locateTarget(root, path, links), {}, (at) => chmod(at, mode));
}

async function writeTemporary(
  root: Root,
  target: string,
  content: FileParts,
  { mode, like }: Permissions,
  { beforeRename }: WriteOptions,
  finish: (temporary: string, at: string) => void,
  directories: OpenDirectoryOptions = {},
): Promise<void> {
  await withParentDirectory(root, target, directories, async (at, directory) => {
    removeStaleFiles(dirname(target), directory);
    const temporary = createTemporaryPath(at);
    try {
      {
        await using handle = await open(temporary, "wx", mode);
        await handle.writeFile(content);
        if (like !== undefined) copyPermissions(handle.fd, like);
        // Before the rename: otherwise a crash could leave a file without its content.
        await handle.sync();
      }
      // Synchronous, to minimise the time between the check of the lock and the change.
      beforeRename?.();
      finish(temporary, at);
    } catch (error) {
      // A process that took over the lock removes the temporary file. `beforeRename` then throws the right error.
      if (isMissing(error)) beforeRename?.();
      throw error;
    } finally {
      // After a rename, the temporary file does not exist.
      await unlink(temporary).catch(() => undefined);
    }
    await syncDirectory(directory);
  });
}

/** Flushes the entries of a directory to the disk, if the system supports it. */
export async function syncDirectory(directory: string): Promise<void> {
  try {
    await using handle = await open(directory, "r");
    await handle.sync();
  } catch {
    // The content of the file is already flushed.
  }
}
