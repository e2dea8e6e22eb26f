import { hash } from "node:crypto";
import { resolve } from "node:path";
import { fileFailureOf } from "./failure.ts";
import { withLock } from "./lock.ts";
import { locateTarget } from "./locate.ts";
import { shownPath } from "./paths.ts";
import { readFileIn } from "./read-file.ts";
import type { Root } from "./root.ts";
import { replaceFile } from "./write-file.ts";

/**
 * Replaces the text of a file, or of a link's target, if it has not changed since it was read.
 *
 * @param expected SHA-256 of the current bytes, in lower-case hexadecimal.
 * @throws PreceptError `PATH_REFUSED`, or `STORE_FAILED` if the file cannot be written.
 */
export async function replaceFileText(root: Root, path: string, text: string, expected: string): Promise<boolean> {
  try {
    const target = locateTarget(root, path);
    return await withLock(root, target, "fs", async (lock) => {
      const content = await readFileIn(root, target, { maxBytes: Number.MAX_SAFE_INTEGER });
      if (content.kind === "refused" || content.kind === "unreadable") throw content.error;
      if (content.kind !== "bytes" || hash("sha256", content.bytes) !== expected) return false;
      await replaceFile(root, target, text, { beforeRename: lock.assertHeld });
      return true;
    });
  } catch (error) {
    throw fileFailureOf("write", shownPath(root.dir, resolve(root.dir, path)), error);
  }
}
