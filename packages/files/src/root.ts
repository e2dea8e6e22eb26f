import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "./failure.ts";
import { pathInside } from "./paths.ts";

/**
 * A directory that confines file access. Its real path is resolved once, so replacing the directory by a link later does not move the root.
 *
 * Every function of this package that takes a root opens nothing outside of it.
 */
export interface Root {
  /** Absolute, as the caller named it. Relative paths are relative to it. */
  readonly dir: string;
  /** The real path of `dir` when the root was opened. */
  readonly real: string;
  /** Real paths of further directories that links in the root may lead into. */
  readonly trusted: readonly string[];
  /** Real paths of directories, by the path that was asked for. Only in a root from {@link forOnePass}. */
  readonly known?: Map<string, string>;
}

export interface RootOptions {
  /** Directories outside the root that links in it may lead into. Default: none. */
  readonly trusted?: readonly string[];
}

/**
 * Opens a root. The directory need not exist yet.
 *
 * @param dir absolute, or relative to the current directory.
 */
export function openRoot(dir: string, { trusted = [] }: RootOptions = {}): Root {
  const absolute = resolve(dir);
  return { dir: absolute, real: realOrPlanned(absolute), trusted: trusted.map((one) => realOrPlanned(resolve(one))) };
}

/**
 * The root that confines a directory which the user named: the project where the directory lies in it by its name, else the directory itself.
 *
 * @param dir absolute.
 */
export function rootFor(project: Root, dir: string): Root {
  return pathInside(project.dir, dir) === undefined ? { ...openRoot(dir), trusted: project.trusted } : project;
}

/**
 * A copy of a root that remembers the real path of each directory it has resolved. Use it for one pass over many files, and not longer: it does
 * not see a directory that is replaced by a link during the pass.
 */
export function forOnePass(root: Root): Root {
  return { ...root, known: new Map() };
}

/** The real path of what exists of a path, and the rest as written. */
function realOrPlanned(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    if (errorCode(error) === undefined || parent === path) return path;
    return join(realOrPlanned(parent), basename(path));
  }
}
