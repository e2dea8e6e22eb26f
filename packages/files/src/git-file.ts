import { join } from "node:path";
import { realPathAt } from "./inspect.ts";
import { readOpenedSync } from "./read-file.ts";

/** The maximum size of a `.git` file, in bytes. It contains one path. */
const maxBytes = 4096;

/**
 * Reads the `.git` file of a linked working tree or a submodule. The functions that take a root refuse this path.
 *
 * @param top the top-level directory of the working tree.
 * @returns the content, or undefined if `.git` is not a regular file of at most 4,096 bytes.
 */
export function readGitFile(top: string): string | undefined {
  const path = realPathAt(join(top, ".git"));
  if (path === undefined) return undefined;
  const content = readOpenedSync(path, maxBytes);
  return content.kind === "bytes" ? content.bytes.toString("utf8") : undefined;
}
