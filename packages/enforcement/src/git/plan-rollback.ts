import { join } from "node:path";
import { BytePaths } from "@precept/files";
import type { ExactGit } from "./exact-git.ts";
import { storeFiles, type StoredFiles } from "./store-files.ts";
import { listBelow, listConflictingFiles, listTree } from "./list-files.ts";
import { joinNul, isInAny, splitNul } from "./paths.ts";
import { removeFromGitDir } from "./private-files.ts";
import type { Repository } from "./repository.ts";
import type { Snapshot } from "./snapshot.ts";

/** The plan of a rollback. Everything that it would overwrite or remove is already stored. */
export interface RollbackPlan {
  readonly stored: StoredFiles;
  /** The tree to restore. */
  readonly goal: string;
  /** The paths of the files to write or remove. */
  readonly changed: readonly string[];
}

/** Stores the current files, also in the index of `exact`, and plans a rollback that leaves out excluded paths. */
export async function planRollback(
  repository: Repository,
  exact: ExactGit,
  excluded: ReadonlySet<string>,
  target: Snapshot,
): Promise<RollbackPlan> {
  const wanted = [...(await listTree(repository, target.tree)).keys()];
  const stored = await storeAllBefore(repository, exact, excluded, target, wanted);
  const goal = await planTree(repository, exact, excluded, target, stored, wanted);
  return { stored, goal, changed: await listChanged(repository, stored.tree, goal) };
}

/** Stores what a checkpoint would, and all that the rollback would replace, such as ignored files at its paths. */
async function storeAllBefore(
  repository: Repository,
  exact: ExactGit,
  excluded: ReadonlySet<string>,
  target: Snapshot,
  wanted: readonly string[],
): Promise<StoredFiles> {
  const conflicting = await listConflictingFiles(
    repository,
    wanted.filter((path) => !isInAny(path, excluded)),
  );
  const stored = await storeFiles(repository, exact, excluded, conflicting);
  const changed = await listChanged(repository, stored.tree, target.tree);
  if (!changed.some((path) => path === ".gitignore" || path.endsWith("/.gitignore"))) return stored;
  const skippedBefore = new Set(target.record.leftAlone);
  const newlySkipped = stored.skipped.filter((directory) => !isInAny(directory, skippedBefore));
  const paths = new BytePaths(repository.workingTree);
  const inside = await Promise.all(newlySkipped.map((directory) => listBelow(paths, directory)));
  return storeFiles(repository, exact, excluded, [...conflicting, ...inside.flat()]);
}

/** Builds the tree to restore: the files of the checkpoint, and the current ones in directories that it skipped. */
async function planTree(
  repository: Repository,
  exact: ExactGit,
  excluded: ReadonlySet<string>,
  target: Snapshot,
  stored: StoredFiles,
  wanted: readonly string[],
): Promise<string> {
  const skippedBefore = new Set(target.record.leftAlone);
  const known = new Set(wanted);
  const preserved = stored.files.map(({ path }) => path).filter((path) => isInAny(path, skippedBefore) && !known.has(path));
  const excludedFiles = wanted.filter((path) => isInAny(path, excluded));
  const env = { GIT_INDEX_FILE: join(exact.dir, "goal") };
  await exact.git(["read-tree", target.tree], { env });
  if (excludedFiles.length > 0)
    await exact.git(["update-index", "--force-remove", "-z", "--stdin"], { env, input: joinNul(excludedFiles) });
  if (preserved.length > 0) await exact.git(["update-index", "--add", "-z", "--stdin"], { env, input: joinNul(preserved) });
  const tree = (await exact.git(["write-tree"], { env })).text.trim();
  await removeFromGitDir(repository, env.GIT_INDEX_FILE);
  return tree;
}

/** Lists the files that differ between two trees. */
async function listChanged({ git }: Repository, from: string, to: string): Promise<readonly string[]> {
  return splitNul((await git(["diff-tree", "-r", "-z", "--no-renames", "--name-only", from, to])).text);
}
