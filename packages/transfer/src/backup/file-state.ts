import { dirname } from "node:path/posix";
import { directoryIn, kindIn, readFileInSync, removeEmptyDirectory, removeStaleFiles, statusIn, type Root } from "@precept/files";

export type FileState =
  /** `createdFrom`: the topmost parent directory that does not exist, relative to the project. */
  | { readonly kind: "missing"; readonly createdFrom?: string }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly mode: number }
  /** A link, a directory, or a file that is too large to read. Precept never changes those. */
  | { readonly kind: "other" };

const maxBytes = 16_777_216;

export function readState(root: Root, path: string): FileState {
  const status = statusIn(root, path, "entry");
  if (status === undefined) {
    let createdFrom: string | undefined;
    for (let dir = dirname(path); dir !== "." && kindIn(root, dir, "entry") === undefined; dir = dirname(dir)) createdFrom = dir;
    return { kind: "missing", ...(createdFrom !== undefined && { createdFrom }) };
  }
  if (!status.isFile()) return { kind: "other" };
  const content = readFileInSync(root, path, { maxBytes });
  return content.kind === "bytes" ? { kind: "file", bytes: content.bytes, mode: status.mode & 0o777 } : { kind: "other" };
}

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
