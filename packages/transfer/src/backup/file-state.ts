import { dirname, join, relative } from "node:path/posix";
import {
  directoryIn,
  kindIn,
  linkTextIn,
  pathInside,
  readFileInSync,
  realPathAt,
  removeEmptyDirectory,
  removeStaleFiles,
  sha256,
  statusIn,
  type Root,
} from "@precept/files";
import type { LedgerEntry } from "../ledger/ledger.ts";
import { isUnchanged } from "../plan/plan.ts";
import { isCopy, isUnchangedCopy } from "../ledger/copies.ts";
import { findCopyFolder } from "../skill-files/skill-folder.ts";
import { maxFileBytes } from "../max-file-bytes.ts";

export type FileState =
  /** `createdFrom`: the topmost parent directory that does not exist, relative to the project. */
  | { readonly kind: "missing"; readonly createdFrom?: string }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly mode: number }
  /** A link in the folder of a skill. Everywhere else a link is `other`. */
  | { readonly kind: "link"; readonly text: string }
  /** A link, a directory, or a file that is too large to read. Precept never changes those. */
  | { readonly kind: "other" };

/** @param known the topmost missing directory of each directory that was checked, for calls before any is created. */
export function readState(root: Root, path: string, known: Map<string, string | undefined> = new Map()): FileState {
  const status = statusIn(root, path, "entry");
  if (status === undefined) {
    const createdFrom = findMissing(root, dirname(path), known);
    return { kind: "missing", ...(createdFrom !== undefined && { createdFrom }) };
  }
  if (status.isSymbolicLink() && findCopyFolder(path) !== undefined) {
    const text = linkTextIn(root, path);
    return text === undefined ? { kind: "other" } : { kind: "link", text };
  }
  if (!status.isFile()) return { kind: "other" };
  const content = readFileInSync(root, path, { maxBytes: maxFileBytes });
  return content.kind === "bytes" ? { kind: "file", bytes: content.bytes, mode: status.mode & 0o777 } : { kind: "other" };
}

/** Returns the topmost of the directories of a path that do not exist. Undefined if all of them do. */
function findMissing(root: Root, directory: string, known: Map<string, string | undefined>): string | undefined {
  if (directory === ".") return undefined;
  if (known.has(directory)) return known.get(directory);
  const isThere = kindIn(root, directory, "entry") !== undefined;
  const missing = isThere ? undefined : (findMissing(root, dirname(directory), known) ?? directory);
  known.set(directory, missing);
  return missing;
}

/** Whether a file or link is as Precept wrote it. */
export function isUnchangedState(state: Extract<FileState, { kind: "file" | "link" }>, entry: LedgerEntry): boolean {
  if (state.kind === "link") return isUnchangedCopy({ sha256: sha256(state.text), mode: "120000" }, entry);
  const hash = sha256(state.bytes);
  if (isCopy(entry)) return isUnchangedCopy({ sha256: hash, mode: "100644" }, entry);
  return isUnchanged({ text: state.bytes.toString("utf8"), sha256: hash }, entry);
}

/** The mode of a link in the journal, whose object has the text of the link. */
export const linkMode = 0o120000;

/** Returns what the backup stores of a state. Undefined if there is nothing to store. */
export function toStored(state: FileState): { readonly bytes: Buffer; readonly mode: number } | undefined {
  if (state.kind === "file") return state;
  return state.kind === "link" ? { bytes: Buffer.from(state.text), mode: linkMode } : undefined;
}

/** Removes the parent directories of a file up to the topmost that Precept created, as far as they are empty. */
export async function removeCreatedDirectories(root: Root, path: string, createdFrom: string | undefined): Promise<void> {
  if (createdFrom === undefined) return;
  // Its parent was there before, and can be a link of the user, such as `.claude/skills` to `skills`.
  const parent = realPathAt(join(root.dir, dirname(createdFrom)));
  const realParent = parent === undefined ? undefined : pathInside(root.real, parent);
  if (realParent === undefined) return;
  for (let dir = dirname(path); dir === createdFrom || dir.startsWith(`${createdFrom}/`); dir = dirname(dir)) {
    const real = join(realParent, relative(dirname(createdFrom), dir));
    // An export that was killed can have created only some of them, and left an incomplete file.
    if (kindIn(root, real, "none") === undefined) continue;
    removeStaleFiles(directoryIn(root, real, "none"));
    if (!(await removeEmptyDirectory(root, real))) return;
  }
}
