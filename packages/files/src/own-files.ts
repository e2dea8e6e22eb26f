import { hash, randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { isGone, machineId, processKey } from "./owner.ts";

/** The suffix of temporary files. */
export const temporarySuffix = ".precept-tmp";

/** The suffix of lock files. */
export const lockSuffix = ".precept-lock";

/** Whether a path is that of a temporary file or a lock. Readers and watchers leave those out. */
export function isOwnFile(path: string): boolean {
  return path.endsWith(temporarySuffix) || path.endsWith(lockSuffix);
}

/** A new path for a temporary file in the directory of the file that it is to become. The name says which process writes it. */
export function temporaryPath(target: string): string {
  return join(dirname(target), `${temporaryPrefix(target, processKey)}${randomBytes(6).toString("hex")}${temporarySuffix}`);
}

/** What the names of the temporary files begin with that a process writes to replace a file. */
export function temporaryPrefix(target: string, ofProcess: string): string {
  return `.${basename(target).slice(0, 64)}.${ofProcess}-`;
}

/** Whether a temporary file was left by a process that has ended. False where its name does not say. */
export function isLeftBehind(name: string): boolean {
  const [, pid = "", machine] = /\.(\d+)-([0-9a-f]{8})-[0-9a-f]{12}\.precept-tmp$/.exec(name) ?? [];
  return machine === machineId && isGone(pid);
}

/** The longest name, in bytes, that a lock's name contains as it is. File systems allow 255 bytes, and a takeover adds to the name. */
const maxNameBytes = 150;

/** The path of the lock of a file. */
export function lockPathOf(file: string): string {
  const name = basename(file);
  const short = Buffer.byteLength(name) <= maxNameBytes ? name : `${name.slice(0, 32)}.${hash("sha256", name).slice(0, 16)}`;
  return join(dirname(file), `.${short}${lockSuffix}`);
}
