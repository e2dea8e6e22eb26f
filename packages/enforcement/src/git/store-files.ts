import { join } from "node:path";
import { moveFile, setMode } from "@precept/files";
import { createExactGit, type ExactGit } from "./exact-git.ts";
import { listWorkingTree, statFiles, type WorkingTree } from "./list-files.ts";
import { joinNul, splitNul } from "./paths.ts";
import { preceptDir, removeFromGitDir } from "./private-files.ts";
import type { Repository } from "./repository.ts";

export interface StoredFiles extends WorkingTree {
  /** The id of the tree object that contains them. */
  readonly tree: string;
}

/** Stores files as objects without refs, also in the index of `exact`. @param ignoredToo ignored files to store too. */
export async function storeFiles(
  repository: Repository,
  exact: ExactGit,
  excluded: ReadonlySet<string>,
  ignoredToo: readonly string[] = [],
): Promise<StoredFiles> {
  const listed = await listWorkingTree(repository, excluded);
  const wanted = new Set(listed.files.map(({ path }) => path));
  const more = await statFiles(
    repository,
    ignoredToo.filter((path) => !wanted.has(path)),
  );
  for (const { path } of more) wanted.add(path);
  const gone = splitNul((await exact.git(["ls-files", "-z"])).text).filter((path) => !wanted.has(path));
  if (gone.length > 0) await exact.git(["update-index", "--force-remove", "-z", "--stdin"], { input: joinNul(gone) });
  const add = ["update-index", "--add", "--replace", "--remove", "-z", "--stdin"];
  // A file that only the user can read becomes an object that only the user can read.
  const isPrivate = [...listed.files, ...more].filter(({ mode }) => mode !== undefined && (mode & 0o077) === 0);
  if (isPrivate.length > 0) {
    await exact.git(["-c", "core.sharedRepository=0600", ...add], { input: joinNul(isPrivate.map(({ path }) => path)) });
  }
  await exact.git(add, { input: joinNul([...wanted]) });
  const tree = (await exact.git(["write-tree"])).text.trim();
  return { tree, files: [...listed.files, ...more], skipped: listed.skipped };
}

/** Runs `work` with a temporary git directory that has the index of the last snapshot. */
export async function withExactGit<Result>(
  repository: Repository,
  name: string,
  work: (exact: ExactGit) => Promise<Result>,
): Promise<Result> {
  const exact = await createExactGit(repository, join(preceptDir(repository), name));
  try {
    await takeSharedIndex(repository, exact);
    const result = await work(exact);
    // For the next snapshot.
    await setMode(repository.gitRoot, exact.index, 0o600).catch(() => undefined);
    await moveFile(repository.gitRoot, exact.index, sharedIndex(repository)).catch(() => undefined);
    return result;
  } finally {
    await removeFromGitDir(repository, exact.dir);
  }
}

/** Moves the last snapshot's index here, so that unchanged files are not read. Git compares its age with the files'. */
export async function takeSharedIndex(repository: Repository, { index }: ExactGit): Promise<void> {
  // Another process may have taken it. Without it, git reads all files.
  await moveFile(repository.gitRoot, sharedIndex(repository), index).catch(() => undefined);
}

/** The path of the index that snapshots share. */
function sharedIndex(repository: Repository): string {
  return join(preceptDir(repository), "index");
}
