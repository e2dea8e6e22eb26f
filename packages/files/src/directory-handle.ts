import { closeSync, constants, lstatSync, openSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { descriptorPath, hasDescriptorPaths } from "./opened-files.ts";
import { errorCode, isMissing } from "./failure.ts";
import { createRefusal } from "./locate.ts";
import { makeDirectories, makeIfMissing } from "./make-directories.ts";
import { pathInside } from "./paths.ts";
import type { Root } from "./root.ts";

/** An open directory. Accesses its entries through the handle, so replacing the directory at its path has no effect. */
export interface DirectoryHandle {
  /** The path prefix of its entries: on Linux through the open directory, on other systems the directory's path. */
  readonly at: string;
  close(): void;
}

export interface OpenDirectoryOptions {
  /** Mode of missing directories, which are then created. Default: no directories are created. */
  readonly create?: number;
}

/** Opens a directory by its real path, without following links. @throws PreceptError `PATH_REFUSED` for a link. */
export function openDirectory(root: Root, directory: string, { create }: OpenDirectoryOptions = {}): DirectoryHandle {
  const base = [root.real, ...root.trusted].find((dir) => pathInside(dir, directory) !== undefined) ?? root.real;
  if (create !== undefined) makeDirectories(base, create);
  let handle = openOne(root, base, base);
  let path = base;
  for (const name of (pathInside(base, directory) ?? "").split("/").filter((segment) => segment !== "")) {
    path = join(path, name);
    const next = tryOpen(root, `${handle.at}/${name}`, path, create);
    handle.close();
    if (next instanceof Error) throw next;
    handle = next;
  }
  return handle;
}

function tryOpen(root: Root, at: string, path: string, create: number | undefined): DirectoryHandle | Error {
  try {
    return openOne(root, at, path);
  } catch (error) {
    if (create === undefined || !isMissing(error)) return withPath(error, at, path) as Error;
  }
  try {
    makeIfMissing(at, create);
    return openOne(root, at, path);
  } catch (error) {
    return withPath(error, at, path) as Error;
  }
}

/**
 * Keeps the directory of the last write open, so that further writes to it need no new checks. Dispose of it after use,
 * and before other code runs: a directory that is moved meanwhile would get the files at its new place.
 */
export class CachedDirectory implements Disposable {
  #path: string | undefined;
  #handle: DirectoryHandle | undefined;

  /** Returns the handle if this directory is the one that is open. */
  get(directory: string): DirectoryHandle | undefined {
    return directory === this.#path ? this.#handle : undefined;
  }

  /** Stores a handle instead of the last one, and closes it later. Returns false if the system has no paths of handles. */
  set(directory: string, handle: DirectoryHandle): boolean {
    // Without them, the path of the directory has to be checked for each file.
    if (!hasDescriptorPaths) return false;
    this[Symbol.dispose]();
    this.#path = directory;
    this.#handle = handle;
    return true;
  }

  [Symbol.dispose](): void {
    this.#handle?.close();
    this.#handle = undefined;
    this.#path = undefined;
  }
}

/** @param at the path to open. @param path the path in error messages. */
function openOne(root: Root, at: string, path: string): DirectoryHandle {
  if (!hasDescriptorPaths) {
    if (lstatSync(at).isSymbolicLink()) throw createRefusal(root, path, "it has become a link");
    return { at: path, close: () => undefined };
  }
  try {
    const file = openSync(at, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    return { at: descriptorPath(file), close: () => closeSync(file) };
  } catch (error) {
    const isLink =
      errorCode(error) === "ELOOP" ||
      (errorCode(error) === "ENOTDIR" && lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true);
    if (isLink) throw createRefusal(root, path, "it has become a link");
    throw withPath(error, at, path);
  }
}

/** Opens the parent directory of a file while `work` runs on the paths of both through the open directory. */
export async function withParentDirectory<Result>(
  root: Root,
  located: string,
  options: OpenDirectoryOptions,
  work: (at: string, directory: string) => Promise<Result>,
): Promise<Result> {
  const handle = openDirectory(root, dirname(located), options);
  try {
    return await work(`${handle.at}/${basename(located)}`, handle.at);
  } catch (error) {
    throw withPath(error, handle.at, dirname(located));
  } finally {
    handle.close();
  }
}

export interface SyncOpenDirectoryOptions extends OpenDirectoryOptions {
  /** Stores the open directory for the next call. Default: it is closed. */
  readonly cached?: CachedDirectory | undefined;
}

/** Synchronous version of {@link withParentDirectory}. `work` can be called again, if a cached directory was removed. */
export function withParentDirectorySync<Result>(
  root: Root,
  located: string,
  { cached, ...options }: SyncOpenDirectoryOptions,
  work: (at: string, directory: string) => Result,
): Result {
  const directory = dirname(located);
  const run = ({ at }: DirectoryHandle): Result => {
    try {
      return work(`${at}/${basename(located)}`, at);
    } catch (error) {
      throw withPath(error, at, directory);
    }
  };
  const known = cached?.get(directory);
  if (known !== undefined) {
    try {
      return run(known);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  const handle = openDirectory(root, directory, options);
  const isCached = cached?.set(directory, handle) === true;
  try {
    return run(handle);
  } finally {
    if (!isCached) handle.close();
  }
}

/** Replaces the internal path `at` in a system error with the path that the user knows. */
export function withPath(error: unknown, at: string, path: string): unknown {
  if (!(error instanceof Error) || !error.message.includes(at)) return error;
  error.message = error.message.replaceAll(at, path);
  for (const key of ["path", "dest"]) {
    const value: unknown = Reflect.get(error, key);
    if (typeof value === "string") Reflect.set(error, key, value.replaceAll(at, path));
  }
  return error;
}
