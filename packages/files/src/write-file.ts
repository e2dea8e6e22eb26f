import { randomUUID } from "node:crypto";
import { chmod, link, lstat, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode, isMissing } from "./failure.ts";
import { locateTarget } from "./locate-target.ts";
import { locate, refuse, type LinkPolicy } from "./locate.ts";
import { isOwnFile, temporarySuffix } from "./own-files.ts";
import { inPinnedParent, type PinOptions } from "./pinned-directory.ts";
import type { Root } from "./root.ts";

export interface WriteOptions {
  /** Default `inside`: a link in the root is written through, as far as it stays inside. */
  readonly links?: LinkPolicy;
  /** Whether only the user may read it: mode 600, and 700 for directories that are created for it. Default false. */
  readonly isPrivate?: boolean;
  /** Called just before the file gets its name; a rejection leaves everything as it was. A lock is checked here. */
  readonly beforeRename?: () => Promise<void>;
}

/** A temporary file older than this, in milliseconds, was left by a process that ended. */
const abandonedAfter = 60_000;

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
  await writeAside(root, target, content, options.isPrivate === true ? 0o600 : mode & 0o777, options, rename);
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
    await writeAside(
      root,
      target,
      content,
      isPrivate ? 0o600 : 0o644,
      options,
      async (temporary, at) => {
        // Unlike a rename, a hard link never replaces a file.
        await link(temporary, at);
        await unlink(temporary).catch(() => undefined);
      },
      directories,
    );
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
export async function removeFile(root: Root, path: string, options: Pick<WriteOptions, "links"> = {}): Promise<void> {
  const target = locateTarget(root, path, options.links, "keep");
  await inPinnedParent(root, target, {}, async (at, directory) => {
    await unlink(at);
    await syncDirectory(directory);
  });
}

/**
 * Renames a file, also to another directory, which must exist. A file of that name is replaced.
 *
 * @throws PreceptError `PATH_REFUSED` where one of the two, or a directory on the way, is a link.
 */
export async function moveFile(root: Root, from: string, to: string): Promise<void> {
  await inBothParents(root, from, to, rename);
}

/**
 * Gives a file a second name, as a hard link. Unlike renaming, this never replaces a file: it fails with `EEXIST`.
 *
 * @throws PreceptError `PATH_REFUSED`, or the system's error, also where the file system has no hard links.
 */
export async function linkFile(root: Root, from: string, to: string): Promise<void> {
  await inBothParents(root, from, to, link);
}

async function inBothParents(
  root: Root,
  from: string,
  to: string,
  work: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const source = locateTarget(root, from, "none", "keep");
  const target = locateTarget(root, to, "none", "keep");
  await inPinnedParent(root, source, {}, (at) => inPinnedParent(root, target, {}, (targetAt) => work(at, targetAt)));
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
  finish: (temporary: string, at: string) => Promise<void>,
  directories: PinOptions = {},
): Promise<void> {
  await inPinnedParent(root, target, directories, async (at, directory) => {
    await sweep(dirname(target));
    const temporary = join(directory, `.${basename(target).slice(0, 64)}.${randomUUID()}${temporarySuffix}`);
    try {
      {
        await using handle = await open(temporary, "wx", mode);
        await handle.writeFile(content);
        // Before it gets its name: a name must not be on the disk earlier than what it names.
        await handle.sync();
      }
      await beforeRename?.();
      await finish(temporary, at);
    } catch (error) {
      await unlink(temporary).catch(() => undefined);
      throw error;
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

/** The directories that were searched for files of crashed processes. */
const swept = new Set<string>();

/** Removes temporary files that crashed processes left in a directory. Each directory is searched once a process. */
export async function sweep(directory: string): Promise<void> {
  if (swept.has(directory)) return;
  swept.add(directory);
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith(temporarySuffix) && isOwnFile(name));
  for (const name of names) {
    const path = join(directory, name);
    const found = await lstat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedAfter) await unlink(path).catch(() => undefined);
  }
}
