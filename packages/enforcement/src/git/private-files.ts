import { join } from "node:path";
import { PreceptError } from "@precept/core";
import {
  kindIn,
  listDirectory,
  makeDirectory,
  putFileSync,
  readFileIn,
  removeTree,
  setMode,
  type FileContent,
  type PutOptions,
  type Root,
} from "@precept/files";

/** A git directory with confined access: links in it are not followed. Paths are absolute, as git expects them. */
export interface GitDirectory {
  readonly gitDir: string;
  /** Confines access to `gitDir`. */
  readonly gitRoot: Root;
}

/** The maximum size of a file to read, in bytes. The index of a very large repository has a tenth of it. */
const maxBytes = 2 ** 31 - 1;

/** The directory of Precept in a git directory. */
export function preceptDir({ gitDir }: Pick<GitDirectory, "gitDir">): string {
  return join(gitDir, "precept");
}

/** Creates that directory for its owner only. An earlier version created it for all users. */
export async function makePreceptDir(directory: GitDirectory): Promise<string> {
  const dir = preceptDir(directory);
  await makeDirectoryInGitDir(directory, dir);
  await setMode(directory.gitRoot, dir, 0o700);
  return dir;
}

/** Lists that directory; empty if it is missing. @throws PreceptError `PATH_REFUSED` if it is a link. */
export async function listPreceptDir(directory: GitDirectory, within = ""): Promise<readonly string[]> {
  const dir = join(preceptDir(directory), within);
  try {
    return (await listDirectory(directory.gitRoot, dir, "none")).map(({ name }) => name);
  } catch (error) {
    if (PreceptError.is(error)) throw error;
    return [];
  }
}

/** Creates a directory and its parents, with access for the owner only. */
export async function makeDirectoryInGitDir({ gitRoot }: GitDirectory, dir: string): Promise<void> {
  await makeDirectory(gitRoot, dir, { links: "none", isPrivate: true });
}

/** Writes a file atomically, with access for the owner only. */
export function writePrivateFile(
  { gitRoot }: GitDirectory,
  path: string,
  content: string | Uint8Array,
  { modified }: Pick<PutOptions, "modified"> = {},
): void {
  putFileSync(gitRoot, path, content, { links: "none", isPrivate: true, modified });
}

/** Reads a regular file. @throws PreceptError `PATH_REFUSED` for a link. */
export async function readGitDirFile(
  { gitRoot }: GitDirectory,
  path: string,
): Promise<(FileContent & { readonly kind: "bytes" }) | undefined> {
  const content = await readFileIn(gitRoot, path, { maxBytes, links: "none" });
  if (content.kind === "refused") throw content.error;
  return content.kind === "bytes" ? content : undefined;
}

/** Reads a text file; empty if it does not exist. @throws PreceptError `PATH_REFUSED` for a link. */
export async function readGitDirText(directory: GitDirectory, path: string): Promise<string> {
  return (await readGitDirFile(directory, path))?.bytes.toString("utf8") ?? "";
}

export async function removeFromGitDir({ gitRoot }: GitDirectory, path: string): Promise<void> {
  await removeTree(gitRoot, path);
}

export function existsInGitDir({ gitRoot }: GitDirectory, path: string): boolean {
  return kindIn(gitRoot, path, "entry") !== undefined;
}
