import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { locateTarget } from "./locate.ts";
import { isInternalFile } from "./internal-files.ts";
import { existsAt, kindIn } from "./inspect.ts";
import { openDirectory } from "./directory-handle.ts";
import type { Root } from "./root.ts";
import { createFile, type WriteOptions } from "./write-file.ts";

/**
 * Creates a directory that only the user can read and that git ignores, because it contains a `.gitignore` for all of
 * its files. An existing directory that is not empty is not changed.
 *
 * @throws PreceptError `PATH_REFUSED` if the directory or one of its parents is a link.
 */
export async function makePrivateDirectory(root: Root, path: string): Promise<void> {
  const target = locateTarget(root, path, "none");
  const ignoreFile = join(target, ".gitignore");
  if (existsAt(ignoreFile)) return;
  // An empty directory can be left by a process that was killed or found the disk full.
  if (kindIn(root, path, "none") === "directory" && !(await isEmpty(target))) return;
  openDirectory(root, target, { create: 0o700 }).close();
  await createFile(root, ignoreFile, "*\n", { links: "none", isPrivate: true });
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
