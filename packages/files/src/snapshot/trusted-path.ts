// oxlint-disable-next-line no-restricted-imports -- the entry of the command line uses only this file
import { fstatSync, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeDirectories } from "../make-directories.ts";

/** The permission bits with which the group or others can write. */
const writableByOthers = 0o022;
/** The permission bit with which only the owner of an entry can rename or remove it. */
const sticky = 0o1000;
const maxLinks = 40;

/**
 * Whether only the user and root can change what is at a path: they own it, all directories above it and all links on
 * the way, and no other user can write there. A directory above may be writable by others if it has the sticky bit.
 * Systems without user ids protect the user's directory.
 *
 * @param path absolute.
 */
export function isTrustedPath(path: string): boolean {
  try {
    return process.geteuid === undefined || isTrusted(path, maxLinks, false);
  } catch {
    // It does not exist.
    return false;
  }
}

function isTrusted(path: string, links: number, isAbove: boolean): boolean {
  const parent = dirname(path);
  if (parent !== path && !isTrusted(parent, links, true)) return false;
  const status = lstatSync(path);
  if (!isOwn(status)) return false;
  if (status.isSymbolicLink())
    return links > 0 && isTrusted(resolve(realpathSync.native(parent), readlinkSync(path)), links - 1, isAbove);
  return isPrivate(status) || (isAbove && (status.mode & sticky) !== 0);
}

/** Whether an open file is a regular one that only the user and root can write. */
export function isTrustedFile(file: number): boolean {
  const status = fstatSync(file);
  return status.isFile() && (process.geteuid === undefined || (isOwn(status) && isPrivate(status)));
}

/** Creates a directory for the user alone. Returns whether {@link isTrustedPath} is true for it and all its entries. */
export function makeTrustedDirectory(path: string): boolean {
  try {
    makeDirectories(path, 0o700);
    return isTrustedPath(path) && readdirSync(path).every((name) => isTrustedEntry(join(path, name)));
  } catch {
    return false;
  }
}

/** The part of {@link isTrustedPath} for a path in a trusted directory. Links are not trusted. */
function isTrustedEntry(path: string): boolean {
  const status = lstatSync(path);
  return process.geteuid === undefined || (!status.isSymbolicLink() && isOwn(status) && isPrivate(status));
}

function isOwn({ uid }: Stats): boolean {
  return uid === 0 || uid === process.geteuid?.();
}

function isPrivate({ mode }: Stats): boolean {
  return (mode & writableByOthers) === 0;
}
