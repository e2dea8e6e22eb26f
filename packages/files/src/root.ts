import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "./failure.ts";
import { pathInside } from "./paths.ts";

/** A directory that confines file access. Its real path is resolved once: replacing it with a link has no effect. */
export interface Root {
  /** The absolute path as the caller named it. Relative paths in calls start from it. */
  readonly dir: string;
  /** The real path of `dir` at the time when the root was opened. */
  readonly real: string;
  /** Real paths of other directories to which links in the root may lead. */
  readonly trusted: readonly string[];
  /** Cache of the real paths of directories. Only in a root from {@link cacheRealPaths}. */
  readonly realPaths?: Map<string, string>;
}

export interface RootOptions {
  /** Directories outside the root to which links in the root may lead. Default: none. */
  readonly trusted?: readonly string[];
}

/** Opens a root. The directory need not exist yet. @param dir absolute, or relative to the current directory. */
export function openRoot(dir: string, { trusted = [] }: RootOptions = {}): Root {
  const absolute = resolve(dir);
  return { dir: absolute, real: resolveRealPath(absolute), trusted: trusted.map((one) => resolveRealPath(resolve(one))) };
}

/** Returns the root for an absolute directory that the user named: the project if it is inside, or else itself. */
export function rootFor(project: Root, dir: string): Root {
  return pathInside(project.dir, dir) === undefined ? { ...openRoot(dir), trusted: project.trusted } : project;
}

/**
 * Returns a copy of a root that caches the real paths of directories. Use it for one operation on many files only: it
 * does not notice if a directory is replaced with a link later.
 */
export function cacheRealPaths(root: Root): Root {
  return { ...root, realPaths: new Map() };
}

/** Resolves the existing part of a path. Segments that do not exist are not changed. */
function resolveRealPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    if (errorCode(error) === undefined || parent === path) return path;
    return join(resolveRealPath(parent), basename(path));
  }
}
