import { readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./failure.ts";
import { withParentDirectory } from "./directory-handle.ts";
import { locate } from "./locate.ts";
import type { Root } from "./root.ts";

/**
 * Removes a directory if it is empty.
 *
 * @param disposable names of files in the directory that are removed with it, such as a `.gitignore`. Default: none.
 * @returns false if the directory does not exist, is a link or a file, or contains something else.
 * @throws PreceptError `PATH_REFUSED` if a parent directory is a link; the system's error if the directory may not be
 *   removed.
 */
export async function removeEmptyDirectory(root: Root, path: string, disposable: readonly string[] = []): Promise<boolean> {
  const target = locate(root, path, "none");
  try {
    return await withParentDirectory(root, target, {}, async (at) => {
      const names = readdirSync(at);
      if (!names.every((name) => disposable.includes(name))) return false;
      for (const name of names) unlinkSync(join(at, name));
      rmdirSync(at);
      return true;
    });
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}
