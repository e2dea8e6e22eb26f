import { basename, dirname, join } from "node:path";
import { isGone, getMachineId, getProcessKey } from "./owner.ts";
import { randomDigits } from "./random-id.ts";
import { sha256 } from "./sha256.ts";

export const temporarySuffix = ".precept-tmp";

export const lockSuffix = ".precept-lock";

/** Whether a path is a temporary file or a lock file of this package. Readers and watchers ignore those. */
export function isInternalFile(path: string): boolean {
  return path.endsWith(temporarySuffix) || path.endsWith(lockSuffix);
}

/** Returns a new path for a temporary file next to its target. The file name contains the key of this process. */
export function createTemporaryPath(target: string): string {
  return join(dirname(target), `${getTemporaryPrefix(target, getProcessKey())}${randomDigits(12)}${temporarySuffix}`);
}

/** Returns the prefix of the names of the temporary files that a process writes to replace a file. */
export function getTemporaryPrefix(target: string, key: string): string {
  return `.${basename(target).slice(0, 64)}.${key}-`;
}

/** Whether the process that wrote a temporary file has ended. False if the name contains no process of this machine. */
export function isOrphaned(name: string): boolean {
  const [, pid = "", machine] = /\.(\d+)-([0-9a-f]{8})-[0-9a-f]{12}\.precept-tmp$/.exec(name) ?? [];
  return machine === getMachineId() && isGone(pid);
}

/** The longest file name, in bytes, that a lock name contains unchanged: 255 is the limit, and takeovers add to it. */
const maxNameBytes = 150;

export function getLockPath(file: string): string {
  const name = basename(file);
  const short = Buffer.byteLength(name) <= maxNameBytes ? name : `${name.slice(0, 32)}.${sha256(name).slice(0, 16)}`;
  return join(dirname(file), `.${short}${lockSuffix}`);
}
