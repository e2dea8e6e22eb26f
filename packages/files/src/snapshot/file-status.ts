import type { Stats } from "node:fs";

/** Change time in milliseconds (-1: too recent to rely on), size, inode and device. Differs after every change. */
export type FileStatus = readonly [changed: number, size: number, inode: number, device: number];

/** A file that changed this recently, in milliseconds, can change again without getting a new time. */
const recentMs = 2500;

/** The status for a value that depends on no file. */
export const noFile: FileStatus = [0, 0, 0, 0];

/** Returns the status to compare a file by. @param now the time before it was read, in milliseconds since 1970. */
export function toFileStatus({ ctimeMs, size, ino, dev }: Stats, now: number): FileStatus {
  // A change time in the future comes from another clock, or the clock was set back.
  return [now - ctimeMs < recentMs ? -1 : ctimeMs, size, ino, dev];
}

/** Whether a file has not changed between two statuses. False if that is not certain. */
export function isUnchanged(before: FileStatus, after: FileStatus): boolean {
  const [changed, size, inode, device] = before;
  return changed !== -1 && changed === after[0] && size === after[1] && inode === after[2] && device === after[3];
}

/** Whether a file has not changed since a section was written, by its position there. False if that is not certain. */
export function isUnchangedAt(numbers: Float64Array, at: number, { ctimeMs, size, ino, dev }: Stats): boolean {
  const first = at * 4;
  return numbers[first] === ctimeMs && numbers[first + 1] === size && numbers[first + 2] === ino && numbers[first + 3] === dev;
}

/** Returns the status at a position in the numbers of a section. */
export function storedStatus(numbers: Float64Array, at: number): FileStatus {
  const first = at * 4;
  // This is called for thousands of files.
  return [numbers[first] ?? -1, numbers[first + 1] ?? 0, numbers[first + 2] ?? 0, numbers[first + 3] ?? 0];
}
