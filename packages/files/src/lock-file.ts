import { hash, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  futimesSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { errorCode, isMissing } from "./failure.ts";
import { lockSuffix, temporaryPath } from "./own-files.ts";
import { describeOwner, ownerState } from "./owner.ts";

// Synchronous on purpose: between looking at a lock and acting on it nothing else of this process runs, and each call takes microseconds.

/** A lock file that this process created. */
export interface OwnedLock {
  readonly path: string;
  /** Empty where the disk had no room for it. */
  readonly content: string;
  /** The open file: the heartbeat goes to this file, whatever is at the path by then. */
  readonly file: number;
}

/** What is at the path of a lock. */
export interface FoundLock {
  /** Undefined where it is not a regular file, or cannot be read. */
  readonly content: string | undefined;
  /** In milliseconds since 1970. */
  readonly modified: number;
  readonly isDirectory: boolean;
  /** Identifies the file and its last heartbeat. */
  readonly key: string;
}

/** Decides whether the owner of a lock is gone. */
export type IsAbandoned = (path: string, found: FoundLock) => boolean;

/** A lock that was not touched for this long by the clock is abandoned. Generous, since the clocks of two machines may differ. */
const longAbandonedAfter = 30_000;

/** What a system answers where it does not support hard links. Android answers `EACCES`. */
const noHardLinks: ReadonlySet<string | undefined> = new Set([
  "EPERM",
  "EACCES",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "EMLINK",
  "EINVAL",
  "UNKNOWN",
]);

const noSpace: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/**
 * Creates a lock file with its content: it is written aside and linked into place, so a process that is killed leaves no lock without an owner.
 *
 * @returns undefined where something is at the path.
 */
export function createLockFile(path: string): OwnedLock | undefined {
  const temporary = temporaryPath(path);
  const file = openSync(temporary, "wx");
  try {
    const content = writeOwner(file);
    // Unlike a rename, a hard link never replaces a file.
    linkSync(temporary, path);
    return { path, content, file };
  } catch (error) {
    closeSync(file);
    if (errorCode(error) === "EEXIST") return undefined;
    if (noHardLinks.has(errorCode(error))) return createInPlace(path);
    throw error;
  } finally {
    unlinkQuietly(temporary);
  }
}

/** Creates a lock file where hard links are not supported. For a moment it has no content; other processes then wait for its heartbeat. */
export function createInPlace(path: string): OwnedLock | undefined {
  let file: number;
  try {
    file = openSync(path, "wx");
  } catch (error) {
    if (errorCode(error) === "EEXIST") return undefined;
    throw error;
  }
  try {
    return { path, content: writeOwner(file), file };
  } catch (error) {
    closeSync(file);
    unlinkQuietly(path);
    throw error;
  }
}

/** On a full disk the lock stays empty: its inode identifies it, and deleting a file remains possible. */
function writeOwner(file: number): string {
  const content = describeOwner(randomUUID().slice(0, 13));
  try {
    if (writeSync(file, content) === Buffer.byteLength(content)) return content;
  } catch (error) {
    if (!noSpace.has(errorCode(error))) throw error;
  }
  ftruncateSync(file, 0);
  return "";
}

/** What is at the path of a lock; undefined where nothing is. Opens regular files only, without following links, and reads at most 512 bytes. */
export function inspectLock(path: string): FoundLock | undefined {
  const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const content = status.isFile() ? readContent(path) : undefined;
  const { dev, ino, mtimeNs, birthtimeNs } = status;
  return {
    content,
    modified: Number(status.mtimeMs),
    isDirectory: status.isDirectory(),
    key: hash("sha256", [dev, ino, mtimeNs, birthtimeNs, content].join(" ")).slice(0, 16),
  };
}

function readContent(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    if (!fstatSync(file).isFile()) return undefined;
    const bytes = Buffer.alloc(512);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * Whether a lock is abandoned as far as one look at it tells: its owner has ended, or is not known to run and has sent no heartbeat for half a
 * minute.
 */
export function isPlainlyAbandoned({ content = "", modified, isDirectory }: FoundLock): boolean {
  const state = ownerState(content);
  if (isDirectory || state === "running") return false;
  return state === "gone" || Date.now() - modified > longAbandonedAfter;
}

/**
 * Replaces an abandoned lock by one of this process. Of several processes that try, one succeeds; none replaces the lock that comes after it.
 *
 * The right to do so is a lock itself, named after the one that it replaces. It then gets the name of that lock, so nothing is left behind
 * wherever a process is killed.
 *
 * @returns undefined where another process was faster.
 */
export function takeOver(path: string, seen: FoundLock, isAbandoned: IsAbandoned): OwnedLock | undefined {
  const right = `${path.slice(0, -lockSuffix.length)}.${seen.key}${lockSuffix}`;
  const claim = createLockFile(right) ?? takeOverIfAbandoned(right, isAbandoned);
  if (claim === undefined) return undefined;
  const lock: OwnedLock = { ...claim, path };
  let isTaken = false;
  try {
    if (inspectLock(path)?.key === seen.key) renameSync(right, path);
    isTaken = isHeld(lock);
  } catch (error) {
    if (!isMissing(error)) throw error;
  } finally {
    if (!isTaken) dropLock(claim);
  }
  return isTaken ? lock : undefined;
}

/** Takes over what is at the path if it is an abandoned lock. */
export function takeOverIfAbandoned(path: string, isAbandoned: IsAbandoned): OwnedLock | undefined {
  const found = inspectLock(path);
  return found !== undefined && isAbandoned(path, found) ? takeOver(path, found, isAbandoned) : undefined;
}

/** Whether the lock at the path is still the one that this process created. */
export function isHeld({ path, content, file }: OwnedLock): boolean {
  if (content !== "") return readContent(path) === content;
  const own = fstatSync(file, { bigint: true });
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found !== undefined && found.ino === own.ino && found.dev === own.dev && found.size === 0n;
}

/** Tells other processes that the owner of a lock is alive. @returns whether the system did it. */
export function touchLock({ file }: OwnedLock): boolean {
  try {
    const now = new Date();
    futimesSync(file, now, now);
    return true;
  } catch {
    return false;
  }
}

/** Removes a lock that no other process can have taken for abandoned, if this process holds it. */
export function dropLock(lock: OwnedLock): void {
  try {
    if (isHeld(lock)) unlinkQuietly(lock.path);
  } finally {
    closeSync(lock.file);
  }
}

/** Removes a lock that other processes may be taking over at this moment, if this process still holds it. */
export function dropLateLock(lock: OwnedLock): void {
  try {
    const found = inspectLock(lock.path);
    if (found === undefined || !isHeld(lock)) return;
    const renewed = takeOver(lock.path, found, (_, right) => isPlainlyAbandoned(right));
    if (renewed !== undefined) dropLock(renewed);
  } finally {
    closeSync(lock.file);
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is gone, or the directory takes no changes any more: the lock has no heartbeat from here on.
  }
}
