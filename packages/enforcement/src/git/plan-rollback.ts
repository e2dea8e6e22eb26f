import { join } from "node:path";
import type { ExactGit } from "./exact-git.ts";
import { keepFiles, type KeptFiles } from "./keep-files.ts";
import { listInside, listInTheWay, listTree } from "./list-files.ts";
import { joinNul, liesIn, splitNul } from "./paths.ts";
import { removeFromGitDir } from "./private-files.ts";
import type { Repository } from "./repository.ts";
import type { Snapshot } from "./snapshot.ts";

/** What a rollback is to do, with everything that it would write over or remove already kept. */
export interface RollbackPlan {
  readonly kept: KeptFiles;
  /** The tree to go to. */
  readonly goal: string;
  /** The paths of the files that are to be written or removed. */
  readonly changed: readonly string[];
}

/**
 * Keeps what is there, and plans the way back. The index of `exact` then holds what is there.
 *
 * @param leave what is left alone.
 */
export async function planRollback(
  repository: Repository,
  exact: ExactGit,
  leave: ReadonlySet<string>,
  target: Snapshot,
): Promise<RollbackPlan> {
  const wanted = [...(await listTree(repository, target.tree)).keys()];
  const kept = await keepAllBefore(repository, exact, leave, target, wanted);
  const goal = await planTree(repository, exact, leave, target, kept, wanted);
  return { kept, goal, changed: await listChanged(repository, kept.tree, goal) };
}

/**
 * Keeps what a checkpoint keeps, and whatever else the way back would write over or remove: files that are in the way, however they are ignored, and
 * what is hidden by rules for ignoring that the checkpoint did not have.
 */
async function keepAllBefore(
  repository: Repository,
  exact: ExactGit,
  leave: ReadonlySet<string>,
  target: Snapshot,
  wanted: readonly string[],
): Promise<KeptFiles> {
  const further = await listInTheWay(
    repository,
    wanted.filter((path) => !liesIn(path, leave)),
  );
  const kept = await keepFiles(repository, exact, leave, further);
  const changed = await listChanged(repository, kept.tree, target.tree);
  if (!changed.some((path) => path === ".gitignore" || path.endsWith("/.gitignore"))) return kept;
  const wereLeftAlone = new Set(target.record.leftAlone);
  const hidden = kept.leftAlone.filter((directory) => !liesIn(directory, wereLeftAlone));
  const inside = await Promise.all(hidden.map((directory) => listInside(repository.workTree, directory)));
  return keepFiles(repository, exact, leave, [...further, ...inside.flat()]);
}

/**
 * The files to go back to: those of the checkpoint, and of those that are there now what the checkpoint left alone. Nobody knows what was
 * there then.
 */
async function planTree(
  repository: Repository,
  exact: ExactGit,
  leave: ReadonlySet<string>,
  target: Snapshot,
  kept: KeptFiles,
  wanted: readonly string[],
): Promise<string> {
  const wereLeftAlone = new Set(target.record.leftAlone);
  const known = new Set(wanted);
  const staying = kept.files.map(({ path }) => path).filter((path) => liesIn(path, wereLeftAlone) && !known.has(path));
  const leaving = wanted.filter((path) => liesIn(path, leave));
  const env = { GIT_INDEX_FILE: join(exact.dir, "goal") };
  await exact.git(["read-tree", target.tree], { env });
  if (leaving.length > 0) await exact.git(["update-index", "--force-remove", "-z", "--stdin"], { env, input: joinNul(leaving) });
  if (staying.length > 0) await exact.git(["update-index", "--add", "-z", "--stdin"], { env, input: joinNul(staying) });
  const tree = (await exact.git(["write-tree"], { env })).text.trim();
  await removeFromGitDir(repository, env.GIT_INDEX_FILE);
  return tree;
}

/** The paths of the files that two trees have differently. */
async function listChanged({ git }: Repository, from: string, to: string): Promise<readonly string[]> {
  return splitNul((await git(["diff-tree", "-r", "-z", "--no-renames", "--name-only", from, to])).text);
}
