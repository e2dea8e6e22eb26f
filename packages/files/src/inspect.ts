import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdir,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  type Dirent,
  type Stats,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { attempt } from "./failure.ts";
import { locate, followLink, type LinkPolicy } from "./locate.ts";
import type { Root } from "./root.ts";

/** The kind of file at a path. */
export type PathKind = "file" | "directory" | "link" | "other";

/**
 * Returns the kind of file at a path in a root, or undefined if it does not exist or the path is refused.
 *
 * @param links `inside`: follows a link that stays inside. `entry`: returns `link` for a link. `none`: like `entry`,
 *   and refuses a path with a link among its parent directories.
 */
export function kindIn(root: Root, path: string, links: LinkPolicy | "entry" = "inside"): PathKind | undefined {
  const status = statusIn(root, path, links);
  return status && getKind(status);
}

/** Returns the status (size, times, inode) of a path, with the same parameters as {@link kindIn}. */
export function statusIn(root: Root, path: string, links: LinkPolicy | "entry" = "inside"): Stats | undefined {
  return attempt(() => {
    const located = locate(root, path, links === "entry" ? "inside" : links);
    const status = lstatSync(located, { throwIfNoEntry: false });
    if (status?.isSymbolicLink() !== true || links !== "inside") return status;
    return lstatSync(followLink(root, located, links), { throwIfNoEntry: false });
  });
}

/** Returns the status of any path, or undefined if it does not exist or cannot be read. Does not follow a link. */
export function statusAt(path: string): Stats | undefined {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false }));
}

/** Whether a path exists, in any directory. Follows links. */
export function existsAt(path: string): boolean {
  return existsSync(path);
}

/** Returns the device and inode of a file, which are the same for all of its paths. Undefined if it does not exist. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** An entry of a directory. Links are not followed. */
export type DirectoryEntry = Dirent;

/** Who owns a file or directory, and who may write to it. */
export interface Ownership {
  /** The id of the user who owns it. Always 0 on Windows. */
  readonly uid: number;
  /** The mode with the permission bits. On Windows it says nothing about who may write. */
  readonly mode: number;
  readonly kind: PathKind;
}

/** Returns the ownership of a file or directory, or undefined if it does not exist. Does not follow a link. */
export function ownershipAt(path: string): Ownership | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status && { uid: status.uid, mode: status.mode, kind: getKind(status) };
}

/** Whether this process has permission to write to a path. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path is a file that this process has permission to execute. Follows links. */
export function isExecutable(path: string): boolean {
  const status = attempt(() => {
    accessSync(path, constants.X_OK);
    return statSync(path);
  });
  return status?.isFile() ?? false;
}

/** Returns the real path of a file or directory, or undefined if it does not resolve. Follows links out of any root. */
export function realPathAt(path: string): string | undefined {
  return attempt(() => realpathSync.native(path));
}

/** Returns the absolute path of a link's target, which need not exist. Undefined if the path is not a link. */
export function linkTargetAt(path: string): string | undefined {
  const link = attempt(() => readlinkSync(path));
  return link === undefined ? undefined : (realPathAt(path) ?? resolve(realPathAt(dirname(path)) ?? dirname(path), link));
}

/** Returns the text of a link in a root, which is a path as it was written. Undefined if the path is not a link. */
export function linkTextIn(root: Root, path: string): string | undefined {
  return attempt(() => readlinkSync(locate(root, path)));
}

/** Returns the time of the last change of a file, in milliseconds since 1970. */
export function modifiedAt(path: string): number {
  return statSync(path).mtimeMs;
}

/**
 * Returns the kind of file at a path that the user named, in any directory. Follows links.
 *
 * @throws the system's error for a loop of links, a name that is too long, or a directory without search permission.
 */
export function kindAt(path: string): PathKind | undefined {
  const status = statSync(path, { throwIfNoEntry: false });
  return status && getKind(status);
}

function getKind(status: Stats): PathKind {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "directory";
  return status.isSymbolicLink() ? "link" : "other";
}

/** Whether a missing file can be created: its nearest existing parent is a directory inside the root. */
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

/** Lists a directory. Links are not followed. @throws PreceptError `PATH_REFUSED`, or the system's error. */
export async function listDirectory(root: Root, path: string, links: LinkPolicy = "inside"): Promise<readonly Dirent[]> {
  const directory = directoryIn(root, path, links);
  // Not with `node:fs/promises`, which takes 3 ms to load and which most processes do not need otherwise.
  return new Promise((resolved, rejected) => {
    readdir(directory, { withFileTypes: true }, (error, entries) => (error === null ? resolved(entries) : rejected(error)));
  });
}

/** Synchronous version of {@link listDirectory}. */
export function listDirectorySync(root: Root, path: string, links: LinkPolicy = "inside"): readonly Dirent[] {
  return readdirSync(directoryIn(root, path, links), { withFileTypes: true });
}

/** Returns the real path of a directory in a root. @throws PreceptError `PATH_REFUSED`. */
export function directoryIn(root: Root, path: string, links: LinkPolicy = "inside"): string {
  const located = locate(root, path, links);
  const status = lstatSync(located, { throwIfNoEntry: false });
  return status?.isSymbolicLink() === true ? followLink(root, located, links) : located;
}
