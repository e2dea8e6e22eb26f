import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { attempt, errorCode } from "./failure.ts";
import { locateTarget } from "./locate.ts";
import { createTemporaryPath } from "./internal-files.ts";
import { withParentDirectorySync, type CachedDirectory, type SyncOpenDirectoryOptions } from "./directory-handle.ts";
import { copyPermissions, permissionsLike, setExecutable, type Permissions } from "./permissions.ts";
import type { Root } from "./root.ts";
import type { WriteOptions } from "./write-file.ts";

// For many small files that can be generated again. Writes are atomic, but they are not flushed to the disk, so a crash
// of the system can undo them. About ten times faster than the asynchronous functions, which wait for a thread and for
// the disk at each step.

export interface SyncWriteOptions extends Pick<WriteOptions, "links" | "beforeRename"> {
  /** Whether users who may read the file may run it. Default: a new file cannot be run, and a replaced one is as before. */
  readonly executable?: boolean;
  /** Stores the open directory of the file for the next write. Default: it is opened and checked for each file. */
  readonly cached?: CachedDirectory | undefined;
}

/** Synchronous version of `replaceFile`, without flushing to the disk. */
export function replaceFileSync(
  root: Root,
  path: string,
  content: string | Uint8Array,
  { links, beforeRename, executable, cached }: SyncWriteOptions = {},
): void {
  const target = locateTarget(root, path, links);
  writeTemporary(root, target, content, { ...permissionsLike(lstatSync(target)), executable }, { cached }, (temporary, at) => {
    beforeRename?.();
    renameSync(temporary, at);
  });
}

/** Synchronous version of `createFile`, without flushing to the disk. Returns false if the path exists. */
export function createFileSync(
  root: Root,
  path: string,
  content: string | Uint8Array,
  { links, beforeRename, executable, cached }: SyncWriteOptions = {},
): boolean {
  const target = locateTarget(root, path, links, "keep");
  try {
    writeTemporary(root, target, content, { ...newFile, executable }, { create: 0o777, cached }, (temporary, at) => {
      beforeRename?.();
      // Unlike a rename, a hard link never replaces a file.
      linkSync(temporary, at);
      unlinkSync(temporary);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Creates a symbolic link with a relative target, and its missing parent directories. Returns false if the path exists.
 * The caller has to check where the link leads.
 */
export function createLinkSync(root: Root, path: string, text: string, { links, beforeRename }: SyncWriteOptions = {}): boolean {
  const target = locateTarget(root, path, links, "keep");
  try {
    withParentDirectorySync(root, target, { create: 0o777 }, (at) => {
      beforeRename?.();
      symlinkSync(text, at);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

export interface PutOptions extends Pick<WriteOptions, "links" | "isPrivate"> {
  /** Modification time to set, in milliseconds since 1970. Default: now. */
  readonly modified?: number | undefined;
}

/** Creates or replaces a file without flushing to the disk. Creates no directories. Needs no hard links. */
export function putFileSync(
  root: Root,
  path: string,
  content: string | Uint8Array,
  { links, isPrivate = false, modified }: PutOptions = {},
): void {
  const target = locateTarget(root, path, links);
  const existing = lstatSync(target, { throwIfNoEntry: false });
  const permissions = isPrivate || existing === undefined ? { mode: isPrivate ? 0o600 : 0o644 } : permissionsLike(existing);
  writeTemporary(root, target, content, permissions, {}, (temporary, at) => {
    // Before the rename, so that the file never has another time.
    if (modified !== undefined) utimesSync(temporary, modified / 1000, modified / 1000);
    renameSync(temporary, at);
  });
}

const newFile: Permissions = { mode: 0o644 };

function writeTemporary(
  root: Root,
  target: string,
  content: string | Uint8Array,
  { mode, like, executable }: Permissions & { readonly executable?: boolean | undefined },
  directories: SyncOpenDirectoryOptions,
  finish: (temporary: string, at: string) => void,
): void {
  withParentDirectorySync(root, target, directories, (at) => {
    const temporary = createTemporaryPath(at);
    try {
      const file = openSync(temporary, "wx", mode);
      try {
        writeFileSync(file, content);
        if (like !== undefined) copyPermissions(file, like);
        if (executable !== undefined) setExecutable(file, executable);
      } finally {
        closeSync(file);
      }
      finish(temporary, at);
    } catch (error) {
      // Fails if the temporary file was not created.
      attempt(() => unlinkSync(temporary));
      throw error;
    }
  });
}
