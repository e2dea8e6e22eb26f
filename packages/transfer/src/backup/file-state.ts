import { dirname } from "node:path/posix";
import { kindIn, readFileInSync, statusIn, type Root } from "@precept/files";

/** What stands at a path. */
export type FileState =
  /** `createdFrom`: the topmost parent directory that does not exist, relative to the project. */
  | { readonly kind: "missing"; readonly createdFrom?: string }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly mode: number }
  /** A link, a directory, or a file that is too large to read. Precept never changes those. */
  | { readonly kind: "other" };

const maxBytes = 16_777_216;

/** Reads what stands at a path in the project. */
export function readState(root: Root, path: string): FileState {
  const status = statusIn(root, path, "entry");
  if (status === undefined) return { kind: "missing", ...findMissingDirectory(root, path) };
  if (!status.isFile()) return { kind: "other" };
  const content = readFileInSync(root, path, { maxBytes });
  return content.kind === "bytes" ? { kind: "file", bytes: content.bytes, mode: status.mode & 0o777 } : { kind: "other" };
}

function findMissingDirectory(root: Root, path: string): { readonly createdFrom?: string } {
  let missing: string | undefined;
  for (let dir = dirname(path); dir !== "." && kindIn(root, dir, "entry") === undefined; dir = dirname(dir)) missing = dir;
  return missing === undefined ? {} : { createdFrom: missing };
}
