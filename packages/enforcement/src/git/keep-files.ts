import { join } from "node:path";
import { moveFile, setMode } from "@precept/files";
import type { ExactGit } from "./exact-git.ts";
import { listFiles, lookAt, type WorkTree } from "./list-files.ts";
import { joinNul, splitNul } from "./paths.ts";
import { preceptDir } from "./private-files.ts";
import type { Repository } from "./repository.ts";

/** The files of a work tree, as git keeps them. */
export interface KeptFiles extends WorkTree {
  /** The tree that holds them, byte for byte. */
  readonly tree: string;
}

/**
 * Keeps the files of a work tree in the repository. Nothing refers to them yet. The index of `exact` then holds these files and no others.
 *
 * @param leave what is left alone.
 * @param further paths of files that are kept though they are ignored.
 */
export async function keepFiles(
  repository: Repository,
  exact: ExactGit,
  leave: ReadonlySet<string>,
  further: readonly string[] = [],
): Promise<KeptFiles> {
  const listed = await listFiles(repository, leave);
  const wanted = new Set(listed.files.map(({ path }) => path));
  const more = await lookAt(
    repository,
    further.filter((path) => !wanted.has(path)),
  );
  for (const { path } of more) wanted.add(path);
  const gone = splitNul((await exact.git(["ls-files", "-z"])).text).filter((path) => !wanted.has(path));
  if (gone.length > 0) await exact.git(["update-index", "--force-remove", "-z", "--stdin"], { input: joinNul(gone) });
  const add = ["update-index", "--add", "--replace", "--remove", "-z", "--stdin"];
  // The contents of files that only the user may read become objects that only the user may read.
  const own = [...listed.files, ...more].filter(({ mode }) => mode !== undefined && (mode & 0o077) === 0);
  if (own.length > 0) {
    await exact.git(["-c", "core.sharedRepository=0600", ...add], { input: joinNul(own.map(({ path }) => path)) });
  }
  await exact.git(add, { input: joinNul([...wanted]) });
  const tree = (await exact.git(["write-tree"])).text.trim();
  return { tree, files: [...listed.files, ...more], leftAlone: listed.leftAlone };
}

/**
 * Goes on from the index of the last snapshot, which knows what has not changed since. It is moved and never copied: git tells by the age of an
 * index whether a file that looks unchanged may have changed in the same instant.
 */
export async function borrowIndex(repository: Repository, { index }: ExactGit): Promise<void> {
  // Somebody else may have it. Without one everything is read, and that is all.
  await moveFile(repository.gitRoot, sharedIndex(repository), index).catch(() => undefined);
}

/** Leaves the index to the next snapshot. */
export async function returnIndex(repository: Repository, { index }: ExactGit): Promise<void> {
  await setMode(repository.gitRoot, index, 0o600).catch(() => undefined);
  await moveFile(repository.gitRoot, index, sharedIndex(repository)).catch(() => undefined);
}

/** Where the index of the last snapshot is. */
function sharedIndex(repository: Repository): string {
  return join(preceptDir(repository), "index");
}
