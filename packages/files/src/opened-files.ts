import { existsSync, readlinkSync, realpathSync } from "node:fs";
import { attempt } from "./failure.ts";
import { confine } from "./locate.ts";
import type { Root } from "./root.ts";

/** Whether open files and directories have paths by descriptor. True on Linux if `/proc` is mounted. */
export const hasDescriptorPaths: boolean = process.platform === "linux" && existsSync("/proc/self/fd");

export function descriptorPath(file: number): string {
  return `/proc/self/fd/${file}`;
}

/**
 * Checks that an open file is inside the root. A parent directory could have been replaced with a symbolic link after
 * its real path was resolved. On Linux, this checks the path of the open file. On other systems it resolves the path
 * again, which does not detect a directory that is replaced twice within microseconds.
 *
 * @param file the file descriptor.
 * @param located the path at which the file was opened.
 * @throws PreceptError `PATH_REFUSED` if the file is outside the root.
 */
export function assertOpenedInside(root: Root, file: number, located: string): void {
  // Undefined if `/proc` cannot be read.
  const link = hasDescriptorPaths ? attempt(() => readlinkSync(descriptorPath(file))) : undefined;
  const real = link?.replace(/ \(deleted\)$/, "") ?? realpathSync.native(located);
  if (real !== located) confine(root, located, real);
}
