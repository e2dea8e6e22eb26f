import { join } from "node:path";
import { listDirectorySync, modifiedAt, ownershipAt } from "./inspect.ts";
import { makePrivateDirectory } from "./private-directory.ts";
import { readFileInSync } from "./read-file.ts";
import { openRoot } from "./root.ts";
import { sha256 } from "./sha256.ts";
import { removeFile } from "./write-file.ts";
import { putFileSync } from "./write-file-sync.ts";

/** A file of the user in which a program caches what it computed. */
export interface CacheFile {
  /**
   * A directory of the user, absolute. Created when the file is written. Never in a project, whose author could fill
   * it.
   */
  readonly dir: string;
  /** What the cached values are about, such as a project directory. Each subject has a separate file. */
  readonly subject: string;
}

/** The maximum size of a cache file, in bytes. A larger one is not read. */
const maxBytes = 268_435_456;
/** The age of a cache file in milliseconds after which it is removed: 30 days. */
const maxAge = 2_592_000_000;
/** The permission bits with which the group or others can write. */
const writableByOthers = 0o022;
/** The maximum length of a file name on common systems, in bytes. */
const maxName = 255;

/**
 * Reads a cache file. It is read only if the user owns it and its directory, and no one else can write to them, so its
 * content can be trusted.
 *
 * @returns undefined if the file is missing or cannot be trusted.
 */
export function readCacheFile(file: CacheFile): Buffer | undefined {
  const { dir } = file;
  const name = fileNameOf(file);
  if (!isOwn(join(dir, name), "file") || !isOwn(dir, "directory")) return undefined;
  const content = readFileInSync(openRoot(dir), name, { maxBytes, links: "none" });
  return content.kind === "bytes" ? content.bytes : undefined;
}

/**
 * Replaces a cache file. Errors are ignored: without the file, the next process takes longer. Removes files that were
 * not written for 30 days.
 */
export async function writeCacheFile(file: CacheFile, content: string | Uint8Array): Promise<void> {
  const { dir } = file;
  const name = fileNameOf(file);
  try {
    const root = openRoot(dir);
    await makePrivateDirectory(root, ".");
    // Nothing is written where others could read or replace it.
    if (!isOwn(dir, "directory")) return;
    putFileSync(root, name, content, { links: "none", isPrivate: true });
    await removeOld(dir, name);
  } catch {
    // For example, the disk is full.
  }
}

function fileNameOf({ subject }: CacheFile): string {
  const name = encodeURIComponent(subject);
  return name.length <= maxName - 32 ? name : sha256(subject);
}

/**
 * Whether the user owns a file or directory that is not a link, and no other user can write to it. Systems without user
 * ids protect the user's directory.
 */
function isOwn(path: string, kind: "file" | "directory"): boolean {
  const found = ownershipAt(path);
  if (found?.kind !== kind) return false;
  const user = process.geteuid?.();
  return user === undefined || (found.uid === user && (found.mode & writableByOthers) === 0);
}

/** Removes the cache files that no process has written for a long time: their projects are gone. */
async function removeOld(dir: string, current: string): Promise<void> {
  const root = openRoot(dir);
  for (const { name } of listDirectorySync(root, ".")) {
    const modified = name.startsWith(".") || name === current ? undefined : modifiedAt(join(dir, name));
    if (modified !== undefined && Date.now() - modified > maxAge) await removeFile(root, name);
  }
}
