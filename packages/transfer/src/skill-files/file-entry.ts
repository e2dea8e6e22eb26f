import { posix } from "node:path";
import {
  canCreate,
  hasExecutableBit,
  kindIn,
  linkTextIn,
  readFileInSync,
  sha256,
  statusIn,
  type FileContent,
  type Root,
} from "@precept/files";
import type { FileEntry, FileMode } from "./skill-folder.ts";
import { maxFileBytes } from "../max-file-bytes.ts";

/** Reads the mode and the hash of a regular file, or says why they cannot be read. */
export function readFileEntry(root: Root, path: string): FileEntry | Exclude<FileContent, { kind: "bytes" }> {
  const content = readFileInSync(root, path, { maxBytes: maxFileBytes });
  if (content.kind !== "bytes") return content;
  const mode = (statusIn(root, path, "entry")?.mode ?? 0) & 0o111;
  return { mode: mode === 0 ? "100644" : "100755", sha256: sha256(content.bytes), size: content.bytes.length };
}

export function readLinkEntry(root: Root, path: string): (FileEntry & { readonly text: string }) | undefined {
  const text = linkTextIn(root, path);
  return text === undefined ? undefined : { mode: "120000", sha256: sha256(text), size: Buffer.byteLength(text), text };
}

/**
 * Reads what is at a path in the folder of a skill.
 *
 * @param folder the folder. No directory in it may be a link, because that could lead to any other file.
 * @returns `unusable` for a directory, a device, a file that is too large, and a path that cannot be written.
 */
export function readPresentEntry(root: Root, path: string, folder: string): FileEntry | "unusable" | undefined {
  for (let dir = posix.dirname(path); dir.startsWith(folder) && dir !== "."; dir = posix.dirname(dir)) {
    const kind = kindIn(root, dir, "entry");
    if (kind !== undefined && kind !== "directory") return "unusable";
  }
  const status = statusIn(root, path, "entry");
  if (status === undefined) return canCreate(root, path) ? undefined : "unusable";
  if (status.isSymbolicLink()) return readLinkEntry(root, path) ?? "unusable";
  if (!status.isFile()) return "unusable";
  const entry = readFileEntry(root, path);
  return "kind" in entry ? "unusable" : entry;
}

/** Whether two files have the same bytes and kind. Windows has no permission to run a file. */
export function isSameEntry(left: Pick<FileEntry, "mode" | "sha256">, right: Pick<FileEntry, "mode" | "sha256">): boolean {
  return left.sha256 === right.sha256 && isSameMode(left.mode, right.mode);
}

function isSameMode(left: FileMode, right: FileMode): boolean {
  return left === right || (!hasExecutableBit && left !== "120000" && right !== "120000");
}
