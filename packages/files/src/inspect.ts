import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync, type Dirent, type Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { locate, followLink, type LinkPolicy } from "./locate.ts";
import type { Root } from "./root.ts";

/** What is at a path. */
export type PathKind = "file" | "directory" | "link" | "other";

/**
 * What is at a path in a root; undefined where nothing is, or where the path is refused.
 *
 * @param links `inside`: a link that stays inside counts as what it leads to. `entry`: it counts as a link. `none`: so does a path that passes a
 *   link, which is refused.
 */
export function kindIn(root: Root, path: string, links: LinkPolicy | "entry" = "inside"): PathKind | undefined {
  const status = statusIn(root, path, links);
  return status === undefined ? undefined : kindOf(status);
}

/** The status that {@link kindIn} goes by: size, times, inode. */
export function statusIn(root: Root, path: string, links: LinkPolicy | "entry" = "inside"): Stats | undefined {
  try {
    const located = locate(root, path, links === "entry" ? "inside" : links);
    const status = lstatSync(located, { throwIfNoEntry: false });
    if (status?.isSymbolicLink() !== true || links !== "inside") return status;
    return lstatSync(followLink(root, located, links), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether something is at a path, wherever it lies. Nothing is opened. */
export function existsAt(path: string): boolean {
  return existsSync(path);
}

/** Tells a file from every other one, whatever its name: device and inode. Undefined where there is none. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}`;
}

/** Whether this process may write to a path. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** When a file was last changed, in milliseconds since 1970. */
export function modifiedAt(path: string): number {
  return statSync(path).mtimeMs;
}

/**
 * What is at a path that the user named, wherever links lead; undefined where nothing is.
 *
 * @throws the system's error for a loop of links, a name that is too long, or a directory that may not be searched.
 */
export function kindAt(path: string): PathKind | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? undefined : kindOf(status);
}

function kindOf(status: Stats): PathKind {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "directory";
  return status.isSymbolicLink() ? "link" : "other";
}

/** Whether a file could be created at a path where nothing is: what exists of the way to it is directories inside the root. */
export function canCreate(root: Root, path: string): boolean {
  try {
    for (let directory = dirname(locate(root, path)); ; directory = dirname(directory)) {
      const status = lstatSync(directory, { throwIfNoEntry: false });
      if (status !== undefined || dirname(directory) === directory) return status?.isDirectory() === true;
    }
  } catch {
    return false;
  }
}

/** The entries of a directory. Links are entries of their own kind. @throws PreceptError `PATH_REFUSED`, or the system's error. */
export async function listDirectory(root: Root, path: string, links: LinkPolicy = "inside"): Promise<readonly Dirent[]> {
  return readdir(directoryIn(root, path, links), { withFileTypes: true });
}

/** The synchronous {@link listDirectory}. */
export function listDirectorySync(root: Root, path: string, links: LinkPolicy = "inside"): readonly Dirent[] {
  return readdirSync(directoryIn(root, path, links), { withFileTypes: true });
}

/** The real path of a directory in a root. @throws PreceptError `PATH_REFUSED`. */
export function directoryIn(root: Root, path: string, links: LinkPolicy = "inside"): string {
  const located = locate(root, path, links);
  const status = lstatSync(located, { throwIfNoEntry: false });
  return status?.isSymbolicLink() === true ? followLink(root, located, links) : located;
}
