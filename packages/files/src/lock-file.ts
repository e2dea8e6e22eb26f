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
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { errorCode, isMissing } from "./failure.ts";
import { lockSuffix, createTemporaryPath } from "./internal-files.ts";
import { describeOwner, getOwnerState } from "./owner.ts";
import { randomDigits } from "./random-id.ts";
import { sha256 } from "./sha256.ts";

// Synchronous on purpose: no other code of this process runs between inspecting a lock and acting on it, and each call
// takes microseconds.

export interface OwnedLock {
  readonly path: string;
  /** Empty if the disk was full. */
  readonly content: string;
  /** The descriptor of the lock file. Heartbeats use it, so they never touch another file at the same path. */
  readonly file: number;
}

export interface FoundLock {
  /** Undefined if it is not a regular file or cannot be read. */
  readonly content: string | undefined;
  /** Time of the last heartbeat, in milliseconds since 1970. */
  readonly modified: number;
  readonly isDirectory: boolean;
  /** Identifies the file and its last heartbeat: it changes when either changes. */
  readonly key: string;
}

/** Decides whether a lock is stale, so that another process can take it over. */
export type IsStale = (path: string, found: FoundLock) => boolean;

/** A lock is stale after this time without a heartbeat by its timestamp, in milliseconds. Clocks can differ. */
const staleAfterByClock = 30_000;

/** Error codes for missing support of hard links. Android uses `EACCES`. */
const noHardLinks = /^(?:EPERM|EACCES|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK|EINVAL|UNKNOWN)$/;

const noSpace = /^(?:ENOSPC|EDQUOT|EFBIG)$/;

/**
 * Creates a lock file atomically together with its content: it is written to a temporary file and hard-linked to its
 * path, so a process that is killed leaves no lock without an owner.
 *
 * @returns undefined if the path exists.
 */
export function createLockFile(path: string): OwnedLock | undefined {
  const temporary = createTemporaryPath(path);
  const file = openSync(temporary, "wx", modeIn(dirname(path)));
  try {
    const content = writeOwner(file);
    // Unlike a rename, a hard link never replaces a file.
    linkSync(temporary, path);
    return { path, content, file };
  } catch (error) {
    closeSync(file);
    if (errorCode(error) === "EEXIST") return undefined;
    if (noHardLinks.test(errorCode(error) ?? "")) return createWithoutLink(path);
    throw error;
  } finally {
    unlinkQuietly(temporary);
  }
}

/** Creates a lock file without hard links. For a moment it has no content, like a lock without known owner. */
export function createWithoutLink(path: string): OwnedLock | undefined {
  let file: number;
  try {
    file = openSync(path, "wx", modeIn(dirname(path)));
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

/** The mode of a lock: those who cannot read its directory cannot read it either. */
function modeIn(directory: string): number {
  return statSync(directory).mode & 0o666;
}

/** Writes the content of a lock file. On a full disk the file stays empty, and its inode identifies it. */
function writeOwner(file: number): string {
  const content = describeOwner(randomDigits(12));
  try {
    if (writeSync(file, content) === Buffer.byteLength(content)) return content;
  } catch (error) {
    if (!noSpace.test(errorCode(error) ?? "")) throw error;
  }
  ftruncateSync(file, 0);
  return "";
}

/** Returns the status of a lock file, if it exists. Follows no links, and reads at most 512 bytes of a regular file. */
export function inspectLock(path: string): FoundLock | undefined {
  const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const content = status.isFile() ? readContent(path) : undefined;
  const { dev, ino, mtimeNs, birthtimeNs } = status;
  return {
    content,
    modified: Number(status.mtimeMs),
    isDirectory: status.isDirectory(),
    key: sha256([dev, ino, mtimeNs, birthtimeNs, content].join(" ")).slice(0, 16),
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

/** Whether a lock is stale for certain: its owner has ended, or is unknown and has sent no heartbeat for 30 seconds. */
export function isClearlyStale({ content = "", modified, isDirectory }: FoundLock): boolean {
  const state = getOwnerState(content);
  if (isDirectory || state === "running") return false;
  return state === "gone" || Date.now() - modified > staleAfterByClock;
}

/**
 * Replaces a stale lock with a lock of this process. If several processes try it, exactly one succeeds, and none
 * replaces the new lock.
 *
 * A process first acquires a takeover lock, whose name is derived from the stale lock, and then renames it to the path
 * of the stale lock. So no file is left behind if a process is killed at any point.
 *
 * @returns undefined if another process was faster.
 */
export function takeOver(path: string, stale: FoundLock, isStale: IsStale): OwnedLock | undefined {
  const takeoverPath = `${path.slice(0, -lockSuffix.length)}.${stale.key}${lockSuffix}`;
  const takeoverLock = createLockFile(takeoverPath) ?? takeOverIfStale(takeoverPath, isStale);
  if (takeoverLock === undefined) return undefined;
  const lock: OwnedLock = { ...takeoverLock, path };
  let isTaken = false;
  try {
    if (inspectLock(path)?.key === stale.key) renameSync(takeoverPath, path);
    isTaken = isHeld(lock);
  } catch (error) {
    if (!isMissing(error)) throw error;
  } finally {
    if (!isTaken) releaseLock(takeoverLock);
  }
  return isTaken ? lock : undefined;
}

export function takeOverIfStale(path: string, isStale: IsStale): OwnedLock | undefined {
  const found = inspectLock(path);
  return found !== undefined && isStale(path, found) ? takeOver(path, found, isStale) : undefined;
}

/** Whether the lock at the path is still the one that this process created. */
export function isHeld({ path, content, file }: OwnedLock): boolean {
  if (content !== "") return readContent(path) === content;
  const own = fstatSync(file, { bigint: true });
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found !== undefined && found.ino === own.ino && found.dev === own.dev && found.size === 0n;
}

/** Updates the timestamp of a lock file, so that others see that its owner is alive. @returns whether it succeeded. */
export function sendHeartbeat({ file }: OwnedLock): boolean {
  try {
    const now = new Date();
    futimesSync(file, now, now);
    return true;
  } catch {
    return false;
  }
}

/** Removes a lock if this process holds it. Only for locks with recent heartbeats: no other process takes them over. */
export function releaseLock(lock: OwnedLock): void {
  try {
    if (isHeld(lock)) unlinkQuietly(lock.path);
  } finally {
    closeSync(lock.file);
  }
}

/** Removes a lock without recent heartbeats, unless another process has taken it over. */
export function releaseLateLock(lock: OwnedLock): void {
  try {
    const found = inspectLock(lock.path);
    if (found === undefined || !isHeld(lock)) return;
    const renewed = takeOver(lock.path, found, (_, other) => isClearlyStale(other));
    if (renewed !== undefined) releaseLock(renewed);
  } finally {
    closeSync(lock.file);
  }
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The file is already removed, or the directory cannot be changed. Without heartbeats, the lock becomes stale.
  }
}
