import { hash } from "node:crypto";
import { resolve } from "node:path";
import { fileFailureOf } from "./failure.ts";
import { withLock } from "./lock.ts";
import { locateTarget } from "./locate-target.ts";
import { shownPath } from "./paths.ts";
import { readFileIn } from "./read-file.ts";
import type { Root } from "./root.ts";
import { replaceFile } from "./write-file.ts";

/**
 * Replaces the text of a file that has not changed since it was read. Where the path is a link inside the root, its target is written.
 *
 * @param sha256 of the bytes that the change was made to, in lower-case hexadecimal.
 * @returns false where the file holds something else by now, or is gone.
 * @throws PreceptError `PATH_REFUSED`, or `STORE_FAILED` where it cannot be written.
 */
export async function replaceFileText(root: Root, path: string, text: string, sha256: string): Promise<boolean> {
  try {
    const target = locateTarget(root, path);
    return await withLock(root, target, "fs", async (lock) => {
      const content = await readFileIn(root, target, { maxBytes: Number.MAX_SAFE_INTEGER });
      if (content.kind === "refused" || content.kind === "unreadable") throw content.error;
      if (content.kind !== "bytes" || hash("sha256", content.bytes) !== sha256) return false;
      await replaceFile(root, target, text, { beforeRename: lock.assertHeld });
      return true;
    });
  } catch (error) {
    throw fileFailureOf("write", shownPath(root.dir, resolve(root.dir, path)), error);
  }
}
