import { closeSync, constants, lstatSync, openSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { descriptorPath, hasDescriptorPaths } from "./opened-files.ts";
import { errorCode } from "./failure.ts";
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
    if (create !== undefined) makeIfMissing(at, create);
    return openOne(root, at, path);
  } catch (error) {
    return withPath(error, at, path) as Error;
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

/** Synchronous version of {@link withParentDirectory}. */
export function withParentDirectorySync<Result>(
  root: Root,
  located: string,
  options: OpenDirectoryOptions,
  work: (at: string, directory: string) => Result,
): Result {
  const handle = openDirectory(root, dirname(located), options);
  try {
    return work(`${handle.at}/${basename(located)}`, handle.at);
  } catch (error) {
    throw withPath(error, handle.at, dirname(located));
  } finally {
    handle.close();
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
