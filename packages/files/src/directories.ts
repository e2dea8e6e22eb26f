import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { chmodSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { locateTarget, locate } from "./locate.ts";
import { isInternalFile } from "./internal-files.ts";
import { existsAt, kindIn, statusAt, statusIn } from "./inspect.ts";
import { openDirectory, withParentDirectory } from "./directory-handle.ts";
import { type Root, openRoot } from "./root.ts";
import { createFile, setMode, type WriteOptions } from "./write-file.ts";
import { attempt, errorCode } from "./failure.ts";

/**
 * Creates a directory that only the user can read and that git ignores, by a `.gitignore` in it. An existing one becomes
 * private if it belongs to the user, and gets no `.gitignore` if it is not empty.
 *
 * @throws PreceptError `PATH_REFUSED` if the directory or a parent is a link.
 */
export async function makePrivateDirectory(root: Root, path: string): Promise<void> {
  const target = locateTarget(root, path, "none");
  if (isOpenToOthers(target)) closeToOthers(root, target);
  const ignoreFile = join(target, ".gitignore");
  if (existsAt(ignoreFile)) return;
  // An empty directory can be left by a process that was killed or found the disk full.
  if (kindIn(root, path, "none") === "directory" && !(await isEmpty(target))) return;
  openDirectory(root, target, { create: 0o700 }).close();
  await createFile(root, ignoreFile, "*\n", { links: "none", isPrivate: true });
}

function isOpenToOthers(directory: string): boolean {
  const status = statusAt(directory);
  return status?.isDirectory() === true && (status.mode & 0o077) !== 0;
}

function closeToOthers(root: Root, directory: string): void {
  const handle = openDirectory(root, directory);
  try {
    // Fails for the directory of another user. The files that are created in it are private.
    attempt(() => chmodSync(handle.at, 0o700));
  } finally {
    handle.close();
  }
}

/** Creates an empty file that only the user can read, or makes an existing one private. */
export async function makePrivateFile(root: Root, path: string): Promise<void> {
  // Creating a file waits for the disk.
  if (statusIn(root, path, "none") === undefined && (await createFile(root, path, "", { links: "none", isPrivate: true })))
    return;
  if (((statusIn(root, path, "none")?.mode ?? 0) & 0o077) !== 0) await setMode(root, path, 0o600);
}

async function isEmpty(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => undefined);
  return names?.every(isInternalFile) ?? false;
}

/** Creates a directory and its missing parents. */
export async function makeDirectory(
  root: Root,
  path: string,
  { links, isPrivate = false }: Pick<WriteOptions, "links" | "isPrivate"> = {},
): Promise<void> {
  openDirectory(root, locateTarget(root, path, links), { create: isPrivate ? 0o700 : 0o777 }).close();
}

/**
 * Removes a directory if it is empty. Returns false if it does not exist, is a link or a file, or is not empty.
 *
 * @param disposable names of files in it that are removed with it. Default: none.
 * @throws PreceptError `PATH_REFUSED` if a parent directory is a link; the system's error if it may not be removed.
 */
export async function removeEmptyDirectory(root: Root, path: string, disposable: readonly string[] = []): Promise<boolean> {
  const target = locate(root, path, "none");
  try {
    return await withParentDirectory(root, target, {}, async (at) => {
      const names = readdirSync(at);
      if (!names.every((name) => disposable.includes(name))) return false;
      for (const name of names) unlinkSync(join(at, name));
      rmdirSync(at);
      return true;
    });
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}

/** Creates a temporary directory that only the user can read. The caller has to remove it. */
export async function createTemporaryDirectory(prefix: string): Promise<Root> {
  return openRoot(await mkdtemp(join(tmpdir(), prefix)));
}

/** Removes a directory and everything in it. Links in it are removed, not followed. */
export async function removeDirectory({ real }: Root): Promise<void> {
  await rm(real, { recursive: true, force: true });
}

/** Copies everything in a directory to another one, with times and modes. Links are copied as links. */
export async function copyDirectory(from: Root, to: Root): Promise<void> {
  await cp(from.real, to.real, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}
