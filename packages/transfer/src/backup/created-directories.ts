import { dirname } from "node:path/posix";
import { directoryIn, kindIn, removeEmptyDirectory, removeStaleFiles, type Root } from "@precept/files";

/** Removes the parent directories of a file up to the topmost that Precept created, as far as they are empty. */
export async function removeCreatedDirectories(root: Root, path: string, createdFrom: string | undefined): Promise<void> {
  if (createdFrom === undefined) return;
  for (let dir = dirname(path); dir === createdFrom || dir.startsWith(`${createdFrom}/`); dir = dirname(dir)) {
    // An export that was killed can have created only some of them, and left an incomplete file.
    if (kindIn(root, dir, "none") === undefined) continue;
    removeStaleFiles(directoryIn(root, dir, "none"));
    if (!(await removeEmptyDirectory(root, dir))) return;
  }
}
