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
 * Checks that an open file is inside the root: a parent directory could have become a link after its path was resolved.
 * On Linux, checks the path of the open file. Other systems resolve the path again, which does not detect a directory
 * that is replaced twice within microseconds.
 *
 * @param located the path at which the file was opened. @throws PreceptError `PATH_REFUSED`
 */
export function assertOpenedInside(root: Root, file: number, located: string): void {
  // Undefined if `/proc` cannot be read.
  const link = hasDescriptorPaths ? attempt(() => readlinkSync(descriptorPath(file))) : undefined;
  const real = link?.replace(/ \(deleted\)$/, "") ?? realpathSync.native(located);
  if (real !== located) confine(root, located, real);
}
