import { closeSync, fstatSync, ftruncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { attempt } from "./failure.ts";
import { createRefusal, locateTarget } from "./locate.ts";
import { openInSync } from "./read-file.ts";
import { openDirectory } from "./directory-handle.ts";
import type { Root } from "./root.ts";
import type { WriteOptions } from "./write-file.ts";

/**
 * Appends a text to a regular file, which is created if it is missing. After an error, the written part is removed
 * again, so several processes must hold the lock of the file: pass its `assertHeld` as `beforeRename`.
 *
 * @returns the new size of the file, in bytes. @throws PreceptError `PATH_REFUSED`
 */
export async function appendFile(root: Root, path: string, text: string, options: WriteOptions = {}): Promise<number> {
  const { links = "inside", isPrivate = false, beforeRename } = options;
  const target = locateTarget(root, path, links);
  openDirectory(root, dirname(target), { create: isPrivate ? 0o700 : 0o777 }).close();
  const file = openInSync(root, path, "append", { links, isPrivate });
  try {
    const before = fstatSync(file);
    if (!before.isFile()) throw createRefusal(root, target, "it is not a regular file");
    const bytes = Buffer.from(text);
    beforeRename?.();
    try {
      writeFileSync(file, bytes);
    } catch (error) {
      attempt(() => {
        beforeRename?.();
        ftruncateSync(file, before.size);
      });
      throw error;
    }
    return before.size + bytes.length;
  } finally {
    closeSync(file);
  }
}
