import { readlinkSync, realpathSync } from "node:fs";
import { descriptorPath, hasDescriptorPaths } from "./descriptor-paths.ts";
import type { Root } from "./root.ts";
import { confine } from "./locate.ts";

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
  const real = readDescriptorPath(file) ?? realpathSync.native(located);
  if (real !== located) confine(root, located, real);
}

function readDescriptorPath(file: number): string | undefined {
  if (!hasDescriptorPaths) return undefined;
  try {
    return readlinkSync(descriptorPath(file)).replace(/ \(deleted\)$/, "");
  } catch {
    // /proc is not available.
    return undefined;
  }
}
