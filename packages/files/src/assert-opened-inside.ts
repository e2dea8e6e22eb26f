import { readlinkSync, realpathSync } from "node:fs";
import { descriptorPath, hasDescriptorPaths } from "./descriptor-paths.ts";
import type { Root } from "./root.ts";
import { confine } from "./locate.ts";

/**
 * Makes sure that an open file lies in the root. A directory on the way may have been replaced by a link after its real path was resolved; what is
 * open can no longer change. Linux gives the path of an open file. Elsewhere the path is resolved again, which does not notice a directory that is
 * replaced twice within microseconds.
 *
 * @param file the descriptor.
 * @param located where the file was opened.
 * @throws PreceptError `PATH_REFUSED`.
 */
export function assertOpenedInside(root: Root, file: number, located: string): void {
  const real = pathOf(file) ?? realpathSync.native(located);
  if (real !== located) confine(root, located, real);
}

function pathOf(file: number): string | undefined {
  if (!hasDescriptorPaths) return undefined;
  try {
    return readlinkSync(descriptorPath(file)).replace(/ \(deleted\)$/, "");
  } catch {
    // A system without /proc.
    return undefined;
  }
}
