import { join } from "node:path";
import { realPathAt } from "./inspect.ts";
import { readOpenedSync } from "./read-file.ts";

/** The longest `.git` file that is read, in bytes. It holds one path. */
const maxBytes = 4096;

/**
 * Reads the `.git` file at the top of a linked working tree or a submodule. The functions that take a root refuse this path.
 *
 * @param top the top of the working tree.
 * @returns undefined unless `.git` is a regular file of at most 4 KiB.
 */
export function readGitFile(top: string): string | undefined {
  const path = realPathAt(join(top, ".git"));
  if (path === undefined) return undefined;
  const content = readOpenedSync(path, maxBytes);
  return content.kind === "bytes" ? content.bytes.toString("utf8") : undefined;
}
