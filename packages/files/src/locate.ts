import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { PreceptError } from "@precept/core";
import { attempt, errorCode } from "./failure.ts";
import { pathInside, shownPath } from "./paths.ts";
import type { Root } from "./root.ts";

/**
 * How to handle symbolic links in the root. `inside`: links are followed if they lead into the root or a trusted
 * directory. `none`: no segment of the path may be a link; for Precept's own files, for which links are never needed.
 */
export type LinkPolicy = "inside" | "none";

/**
 * Resolves the links in the parent directories of a path, which need not exist, and checks that it is inside the root.
 * A link at the path itself is not followed: open the result with `O_NOFOLLOW`.
 *
 * @throws PreceptError `PATH_REFUSED` if it is outside, contains a link that must not be followed, or is in `.git`.
 */
export function locate(root: Root, path: string, links: LinkPolicy = "inside"): string {
  const cached = getCachedPath(root, path);
  if (cached !== undefined) return cached;
  const absolute = resolve(root.dir, path);
  const inRoot = pathInside(root.dir, absolute) ?? pathInside(root.real, absolute);
  if (inRoot === undefined) {
    if (root.trusted.includes(absolute)) return absolute;
    if (root.trusted.some((dir) => pathInside(dir, absolute) !== undefined)) return locateReal(root, absolute, absolute, links);
    throw createRefusal(root, absolute, "it is outside the root");
  }
  if (inRoot === "") return root.real;
  return locateReal(root, absolute, join(root.real, inRoot), links);
}

/** Returns the real path of a link. @throws PreceptError `PATH_REFUSED` if it is outside the root. */
export function followLink(root: Root, path: string, links: LinkPolicy): string {
  if (links === "none")
    throw createRefusal(
      root,
      path,
      "it is a link",
      attempt(() => realpathSync.native(path)),
    );
  return confine(root, path, realpathSync.native(path));
}

/**
 * Resolves the real path to write to.
 *
 * @param last whether to follow a link at the path (`follow`), or to replace the link itself (`keep`).
 * @throws PreceptError `PATH_REFUSED`; with `links: "none"`, also if the path is a link.
 */
export function locateTarget(root: Root, path: string, links: LinkPolicy = "inside", last: "follow" | "keep" = "follow"): string {
  const located = locate(root, path, links);
  if (last === "keep" && links === "inside") return located;
  const isLink = lstatSync(located, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? followLink(root, located, links) : located;
}

function getCachedPath({ realPaths }: Root, path: string): string | undefined {
  if (realPaths === undefined) return undefined;
  const end = path.lastIndexOf(sep);
  const parent = realPaths.get(path.slice(0, end));
  const name = path.slice(end + 1);
  // `.`, `..` and `.git` need the full checks.
  return parent === undefined || name === "" || /^(?:\.{1,2}$|\.git|git~)/i.test(name) ? undefined : parent + sep + name;
}

function locateReal(root: Root, requested: string, expected: string, links: LinkPolicy): string {
  const directory = dirname(requested);
  const cached = root.realPaths?.get(directory);
  const parent = cached ?? confine(root, requested, resolveDirectory(root, directory));
  if (cached === undefined) root.realPaths?.set(directory, parent);
  if (links === "none" && parent !== dirname(expected)) {
    throw createRefusal(root, requested, "a parent directory is a link", parent);
  }
  return confine(root, requested, join(parent, basename(requested)));
}

/** Returns the real path of a directory. Segments that do not exist are not changed. */
function resolveDirectory(root: Root, directory: string): string {
  try {
    return realpathSync.native(directory);
  } catch (error) {
    if (errorCode(error) === "ELOOP") throw createRefusal(root, directory, "it is a loop of links");
    if (errorCode(error) !== "ENOENT" || dirname(directory) === directory) throw error;
    // A broken link exists, unlike a directory that has not been created yet.
    if (lstatSync(directory, { throwIfNoEntry: false }) !== undefined)
      throw createRefusal(root, directory, "it is a broken link");
    return join(resolveDirectory(root, dirname(directory)), basename(directory));
  }
}

/** Returns the real path if it is in the root or a trusted directory. @throws PreceptError `PATH_REFUSED` */
export function confine(root: Root, requested: string, real: string): string {
  const inside = pathInside(root.real, real) ?? root.trusted.map((dir) => pathInside(dir, real)).find((one) => one !== undefined);
  if (inside === undefined) throw createRefusal(root, requested, "it leads outside the root", real);
  if (isInGitDirectory(inside)) throw createRefusal(root, requested, "it is in a .git directory", real);
  return real;
}

/**
 * Whether a path is a `.git` directory or is in one. Covers all spellings that Windows and macOS treat as `.git`.
 *
 * @param inRoot relative to the root, with `/` between segments.
 */
export function isInGitDirectory(inRoot: string): boolean {
  // HFS+ ignores the replaced characters. `git~1` is the short name of `.git` on NTFS.
  return inRoot
    .split("/")
    .some((segment) => /^(?:\.git|git~1)[ .]*$/i.test(segment.replace(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, "")));
}

export function createRefusal(root: Root, path: string, problem: string, target?: string): PreceptError {
  const details = { path: shownPath(root.dir, path), root: root.dir, reason: problem };
  return new PreceptError("PATH_REFUSED", { ...details, ...(target !== undefined && { target }) });
}
