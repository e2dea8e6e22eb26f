import { closeSync, fstatSync, writeSync } from "node:fs";
import { createRefusal, locateTarget } from "./locate.ts";
import { openInSync } from "./read-file.ts";
import type { Root } from "./root.ts";
import type { WriteOptions } from "./write-file.ts";

/**
 * Appends lines to a regular file, which is created if it is missing, in one write, so that several processes may append at the same
 * time without a lock. An empty line comes before them: it ends the line that a killed process may have left unfinished. Nothing is
 * flushed to the disk.
 *
 * @param lines without line ends. @returns the size of the file before, in bytes. @throws PreceptError `PATH_REFUSED`, or the system's error.
 */
export function appendLines(
  root: Root,
  path: string,
  lines: readonly string[],
  { links = "inside", isPrivate = false }: Pick<WriteOptions, "links" | "isPrivate"> = {},
): number {
  const file = openInSync(root, path, "append", { links, isPrivate });
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw createRefusal(root, locateTarget(root, path, links), "it is not a regular file");
    writeSync(file, `\n${lines.join("\n")}\n`);
    return status.size;
  } finally {
    closeSync(file);
  }
}
