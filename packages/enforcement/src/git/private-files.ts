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

/** A git directory, confined: files in it are never reached through a link. Paths in it are absolute, as git takes them. */
export interface GitDirectory {
  readonly gitDir: string;
  /** Confines access to `gitDir`. */
  readonly gitRoot: Root;
}

/** The longest file that is read from a git directory, in bytes. The index of a very large repository has a tenth of it. */
const maxBytes = 2 ** 31 - 1;

/** The directory in a git directory where Precept stores what git has no place for. */
export function preceptDir({ gitDir }: Pick<GitDirectory, "gitDir">): string {
  return join(gitDir, "precept");
}

/** Makes that directory, for its owner only, also if an earlier version made it for everyone. */
export async function makePreceptDir(directory: GitDirectory): Promise<string> {
  const dir = preceptDir(directory);
  await makePrivateDirectory(directory, dir);
  await setMode(directory.gitRoot, dir, 0o700);
  return dir;
}

/** The names in that directory; none if it is missing, or of another user. @throws PreceptError `PATH_REFUSED` if it is a link. */
export async function listPreceptDir(directory: GitDirectory, within = ""): Promise<readonly string[]> {
  const dir = join(preceptDir(directory), within);
  try {
    return (await listDirectory(directory.gitRoot, dir, "none")).map(({ name }) => name);
  } catch (error) {
    if (PreceptError.is(error)) throw error;
    return [];
  }
}

/** Makes a directory for its owner only, and those on the way to it. */
export async function makePrivateDirectory({ gitRoot }: GitDirectory, dir: string): Promise<void> {
  await makeDirectory(gitRoot, dir, { links: "none", isPrivate: true });
}

/** Writes a file that only its owner can read, whole or not at all. */
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

/** Reads a text; empty if there is none. @throws PreceptError `PATH_REFUSED` for a link. */
export async function readGitDirText(directory: GitDirectory, path: string): Promise<string> {
  return (await readGitDirFile(directory, path))?.bytes.toString("utf8") ?? "";
}

/** Removes a file, or a directory with everything in it, if there is one. */
export async function removeFromGitDir({ gitRoot }: GitDirectory, path: string): Promise<void> {
  await removeTree(gitRoot, path);
}

/** Whether there is anything at a path, also a link. */
export function isThere({ gitRoot }: GitDirectory, path: string): boolean {
  return kindIn(gitRoot, path, "entry") !== undefined;
}
