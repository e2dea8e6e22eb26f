import { closeSync, constants, lstatSync, mkdirSync, openSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PreceptError } from "@precept/core";
import { descriptorPath, hasDescriptorPaths } from "./descriptor-paths.ts";
import { errorCode } from "./failure.ts";
import { pathInside, shownPath } from "./paths.ts";
import type { Root } from "./root.ts";

/** A directory that stays the same one while it is written to, whatever other processes put in its place. */
export interface PinnedDirectory {
  /** What to put in front of the names of its entries. On Linux it leads through the open directory, elsewhere it is its path. */
  readonly at: string;
  close(): void;
}

export interface PinOptions {
  /** The mode of directories that are created on the way. Default: none is created. */
  readonly create?: number;
}

/**
 * Opens a directory of a root, component by component, following no link.
 *
 * @param directory its real path, as `locate` gives it.
 * @throws PreceptError `PATH_REFUSED` where a component has become a link; the system's error where one is missing and none is created.
 */
export function pinDirectory(root: Root, directory: string, { create }: PinOptions = {}): PinnedDirectory {
  const base = [root.real, ...root.trusted].find((dir) => pathInside(dir, directory) !== undefined) ?? root.real;
  if (create !== undefined) mkdirSync(base, { recursive: true, mode: create });
  let pinned = pin(root, base, base);
  let path = base;
  for (const name of (pathInside(base, directory) ?? "").split("/").filter((segment) => segment !== "")) {
    path = join(path, name);
    const next = tryPin(root, `${pinned.at}/${name}`, path, create);
    pinned.close();
    if (next instanceof Error) throw next;
    pinned = next;
  }
  return pinned;
}

function tryPin(root: Root, at: string, path: string, create: number | undefined): PinnedDirectory | Error {
  try {
    if (create !== undefined) makeIfMissing(at, create);
    return pin(root, at, path);
  } catch (error) {
    return withPath(error, at, path) as Error;
  }
}

function makeIfMissing(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/** @param at how the directory is reached. @param path how it is called in errors. */
function pin(root: Root, at: string, path: string): PinnedDirectory {
  if (!hasDescriptorPaths) {
    if (lstatSync(at).isSymbolicLink()) throw becameLink(root, path);
    return { at: path, close: () => undefined };
  }
  try {
    const file = openSync(at, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    return { at: descriptorPath(file), close: () => closeSync(file) };
  } catch (error) {
    const isLink =
      errorCode(error) === "ELOOP" ||
      (errorCode(error) === "ENOTDIR" && lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true);
    if (isLink) throw becameLink(root, path);
    throw withPath(error, at, path);
  }
}

function becameLink(root: Root, path: string): PreceptError {
  return new PreceptError("PATH_REFUSED", { path: shownPath(root.dir, path), root: root.dir, reason: "it has become a link" });
}

/**
 * Does something in the directory of a file, pinned meanwhile.
 *
 * @param located the file's real path.
 * @param work gets the path by which the file is reached.
 */
export async function inPinnedParent<Result>(
  root: Root,
  located: string,
  options: PinOptions,
  work: (at: string, directory: string) => Promise<Result>,
): Promise<Result> {
  const pinned = pinDirectory(root, dirname(located), options);
  try {
    return await work(`${pinned.at}/${basename(located)}`, pinned.at);
  } catch (error) {
    throw withPath(error, pinned.at, dirname(located));
  } finally {
    pinned.close();
  }
}

/** The synchronous {@link inPinnedParent}. */
export function inPinnedParentSync<Result>(
  root: Root,
  located: string,
  options: PinOptions,
  work: (at: string, directory: string) => Result,
): Result {
  const pinned = pinDirectory(root, dirname(located), options);
  try {
    return work(`${pinned.at}/${basename(located)}`, pinned.at);
  } catch (error) {
    throw withPath(error, pinned.at, dirname(located));
  } finally {
    pinned.close();
  }
}

/** The system's error, naming the path that the reader knows. */
export function withPath(error: unknown, at: string, path: string): unknown {
  if (!(error instanceof Error) || !error.message.includes(at)) return error;
  error.message = error.message.replaceAll(at, path);
  for (const key of ["path", "dest"]) {
    const value: unknown = Reflect.get(error, key);
    if (typeof value === "string") Reflect.set(error, key, value.replaceAll(at, path));
  }
  return error;
}
