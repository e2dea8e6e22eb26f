import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { locateTarget } from "./locate-target.ts";
import { isOwnFile } from "./own-files.ts";
import { existsAt, kindIn } from "./inspect.ts";
import { pinDirectory } from "./pinned-directory.ts";
import type { Root } from "./root.ts";
import { createFile, type WriteOptions } from "./write-file.ts";

/**
 * Creates a directory that only the user may read and that git ignores: it holds a `.gitignore` that ignores all of it. One that exists and
 * is not empty stays as it is.
 *
 * @throws PreceptError `PATH_REFUSED` where it, or a directory on the way to it, is a link.
 */
export async function makePrivateDirectory(root: Root, path: string): Promise<void> {
  const target = locateTarget(root, path, "none");
  const ignoreFile = join(target, ".gitignore");
  if (existsAt(ignoreFile)) return;
  // An empty directory may be one that a process could not finish: it was killed, or the disk was full.
  if (kindIn(root, path, "none") === "directory" && !(await isEmpty(target))) return;
  pinDirectory(root, target, { create: 0o700 }).close();
  await createFile(root, ignoreFile, "*\n", { links: "none", isPrivate: true });
}

async function isEmpty(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => undefined);
  return names?.every(isOwnFile) ?? false;
}

/** Creates a directory and those on the way to it. */
export async function makeDirectory(
  root: Root,
  path: string,
  { links, isPrivate = false }: Pick<WriteOptions, "links" | "isPrivate"> = {},
): Promise<void> {
  pinDirectory(root, locateTarget(root, path, links), { create: isPrivate ? 0o700 : 0o777 }).close();
}
