import { hash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { withLock } from "./lock.ts";
import { replaceFile } from "./write-file.ts";

/**
 * Puts a text in place of a file's, unless the file has changed: at every moment the path holds the old text or the new one, whole. Where the path is
 * a link, what it leads to is written.
 *
 * @param sha256 of the bytes that the change was made to, in lower-case hexadecimal.
 * @returns whether it was written: false where the file holds something else by now.
 */
export async function replaceFileText(path: string, text: string, sha256: string): Promise<boolean> {
  const target = await realpath(path);
  return withLock(target, "fs", async () => {
    if (hash("sha256", await readFile(target)) !== sha256) return false;
    await replaceFile(target, text);
    return true;
  });
}
