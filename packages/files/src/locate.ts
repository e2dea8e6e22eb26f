import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { PreceptError } from "@precept/core";
import { errorCode } from "./failure.ts";
import { pathInside, shownPath } from "./paths.ts";
import type { Root } from "./root.ts";

/**
 * What links below the root mean. `inside`: they are followed as long as they stay in the root or a trusted directory. `none`: every component
 * must be what it says; for files of Precept's own, which nobody has a reason to link.
 */
export type LinkPolicy = "inside" | "none";

/**
 * Finds where a path in a root really lies. The last component is not followed: open the result with `O_NOFOLLOW`.
 *
 * @param path absolute, or relative to the root.
 * @returns an absolute path whose parent directories are free of links. It need not exist.
 * @throws PreceptError `PATH_REFUSED` where the path leaves the root, passes a link that may not be followed, or lies in a `.git` directory.
 */
export function locate(root: Root, path: string, links: LinkPolicy = "inside"): string {
  const known = knownPath(root, path);
  if (known !== undefined) return known;
  const absolute = resolve(root.dir, path);
  const inRoot = pathInside(root.dir, absolute) ?? pathInside(root.real, absolute);
  if (inRoot === undefined) {
    if (root.trusted.includes(absolute)) return absolute;
    if (root.trusted.some((dir) => pathInside(dir, absolute) !== undefined)) return locateReal(root, absolute, absolute, links);
    throw refuse(root, absolute, "it lies outside");
  }
  if (inRoot === "") return root.real;
  return locateReal(root, absolute, join(root.real, inRoot), links);
}

/** Follows a path whose last component is a link. @throws PreceptError `PATH_REFUSED`. */
export function followLink(root: Root, path: string, links: LinkPolicy): string {
  if (links === "none") throw refuse(root, path, "it is a link", safeRealpath(path));
  const target = realpathSync.native(path);
  return confine(root, path, target);
}

/** The real path of a file in a directory that this pass has resolved already. */
function knownPath({ known }: Root, path: string): string | undefined {
  if (known === undefined) return undefined;
  const end = path.lastIndexOf(sep);
  const parent = known.get(path.slice(0, end));
  const name = path.slice(end + 1);
  // `.`, `..` and `.git` are for the long way.
  return parent === undefined || name === "" || /^(?:\.{1,2}$|\.git|git~)/i.test(name) ? undefined : parent + sep + name;
}

function locateReal(root: Root, asked: string, expected: string, links: LinkPolicy): string {
  const directory = dirname(asked);
  const known = root.known?.get(directory);
  const parent = known ?? confine(root, asked, realDirectory(root, directory));
  if (known === undefined) root.known?.set(directory, parent);
  if (links === "none" && parent !== dirname(expected)) throw refuse(root, asked, "a directory on the way is a link", parent);
  return confine(root, asked, join(parent, basename(asked)));
}

/** The real path of a directory. Components that do not exist stay as written. */
function realDirectory(root: Root, directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch (error) {
    if (errorCode(error) === "ELOOP") throw refuse(root, directory, "it is a loop of links");
    if (errorCode(error) !== "ENOENT" || dirname(directory) === directory) throw error;
    // A link that leads nowhere is not a directory that is still to be made.
    if (lstatSync(directory, { throwIfNoEntry: false }) !== undefined) throw refuse(root, directory, "it is a broken link");
    return join(realDirectory(root, dirname(directory)), basename(directory));
  }
}

/** Returns the real path if it lies in the root or a trusted directory, and in no `.git` directory there. */
export function confine(root: Root, asked: string, real: string): string {
  const inside = pathInside(root.real, real) ?? root.trusted.map((dir) => pathInside(dir, real)).find((one) => one !== undefined);
  if (inside === undefined) throw refuse(root, asked, "it leads outside", real);
  if (isInGitDirectory(inside)) throw refuse(root, asked, "it lies in a .git directory", real);
  return real;
}

/**
 * Whether a path lies in a git directory, or names one. Names are compared as Windows and macOS compare them.
 *
 * @param inRoot with `/` between segments.
 */
export function isInGitDirectory(inRoot: string): boolean {
  // The ignorable characters are those that HFS+ ignores; `git~1` is the short name on NTFS.
  return inRoot
    .split("/")
    .some((segment) => /^(?:\.git|git~1)[ .]*$/i.test(segment.replace(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, "")));
}

function safeRealpath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The error `PATH_REFUSED` for a path of a root. */
export function refuse(root: Root, path: string, problem: string, target?: string): PreceptError {
  return new PreceptError("PATH_REFUSED", {
    path: shownPath(root.dir, path),
    root: root.dir,
    reason: problem,
    ...(target !== undefined && { target }),
  });
}
