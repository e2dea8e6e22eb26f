import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { PreceptError } from "@precept/core";
import { locateTarget } from "./locate-target.ts";
import { openIn } from "./read-file.ts";
import { shownPath } from "./paths.ts";
import { pinDirectory } from "./pinned-directory.ts";
import type { Root } from "./root.ts";
import type { WriteOptions } from "./write-file.ts";

/**
 * Appends to a regular file, and creates it where there is none. If that fails, what was written of the text is cut off again: hold the file's lock
 * while several processes append to it, and pass its `assertHeld` as `beforeRename`.
 *
 * @returns the size of the file afterwards, in bytes.
 * @throws PreceptError `PATH_REFUSED` also where something other than a regular file is at the path.
 */
export async function appendFile(root: Root, path: string, text: string, options: WriteOptions = {}): Promise<number> {
  const { links = "inside", isPrivate = false, beforeRename } = options;
  const target = locateTarget(root, path, links);
  pinDirectory(root, dirname(target), { create: isPrivate ? 0o700 : 0o777 }).close();
  await using handle = await openIn(root, path, "append", { links, isPrivate });
  const before = await handle.stat();
  if (!before.isFile()) {
    throw new PreceptError("PATH_REFUSED", {
      path: shownPath(root.dir, target),
      root: root.dir,
      reason: "it is not a regular file",
    });
  }
  const bytes = Buffer.from(text);
  beforeRename?.();
  try {
    await handle.writeFile(bytes);
  } catch (error) {
    await cutOff(handle, before.size, beforeRename);
    throw error;
  }
  return before.size + bytes.length;
}

async function cutOff(handle: FileHandle, size: number, beforeRename: WriteOptions["beforeRename"]): Promise<void> {
  try {
    beforeRename?.();
    await handle.truncate(size);
  } catch {
    // The error that made it necessary is the one to report.
  }
}
