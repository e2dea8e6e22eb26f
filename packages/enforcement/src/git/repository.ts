import { join, relative } from "node:path";
import { PreceptError } from "@precept/core";
import { listDirectory, openRoot, type Root } from "@precept/files";
import { findRepository } from "./find-repository.ts";
import { reportFailure, type GitTask } from "./git-task.ts";
import { isThere, type GitDirectory } from "./private-files.ts";
import type { GitAnswer, GitCall } from "./run-git.ts";

/** A repository with a working tree, for one operation. */
export interface Repository extends GitDirectory {
  readonly task: GitTask;
  /** The topmost directory of the working tree. */
  readonly top: string;
  /** Confines access to the working tree. */
  readonly workTree: Root;
  /** Of this working tree; linked working trees have one each. */
  readonly gitDir: string;
  /** Which of the repository's working trees it is: empty for the main one, and for a linked one the path of its git directory. */
  readonly worktree: string;
  /** Where the objects of all its working trees are. */
  readonly objects: string;
  /** The index of this working tree; it need not exist. */
  readonly index: string;
  /** Runs git in it. @throws PreceptError `CHECKPOINT_FAILED` in git's own words. */
  readonly git: (args: readonly string[], call?: GitCall) => Promise<GitAnswer>;
}

/**
 * Finds the repository that a directory lies in.
 *
 * @throws PreceptError `NOT_A_GIT_REPOSITORY`, `GIT_REPOSITORY_REFUSED`, `GIT_NOT_FOUND`.
 */
export async function openRepository(task: GitTask): Promise<Repository> {
  const { timeLimit, signal } = task;
  return reportFailure(task, async () => {
    const found = await findRepository(task.directory, { timeLimit, signal });
    if (found === undefined) {
      throw new PreceptError("NOT_A_GIT_REPOSITORY", { directory: task.directory });
    }
    const { top, gitDir, commonDir, objects, index } = found;
    const git: Repository["git"] = (args, call) => reportFailure(task, () => found.run(args, call));
    const roots = { workTree: openRoot(top), gitRoot: openRoot(gitDir) };
    return { task, top, gitDir, ...roots, worktree: relative(commonDir, gitDir), objects, index, git };
  });
}

/** What lies in the git directory while something is under way, and what that is. */
const underWay: Readonly<Record<string, string>> = {
  MERGE_HEAD: "a merge",
  "rebase-merge": "a rebase",
  "rebase-apply": "a rebase or `git am`",
  CHERRY_PICK_HEAD: "a cherry-pick",
  REVERT_HEAD: "a revert",
  sequencer: "a series of picks or reverts",
};

/**
 * Makes sure that nobody is in the middle of something: half of a merge, put back without its other half, would be a merge that lost changes.
 */
export async function refuseUnderWay(repository: Repository): Promise<void> {
  const { gitDir, git } = repository;
  for (const [name, operation] of Object.entries(underWay)) {
    if (isThere(repository, join(gitDir, name))) throw new PreceptError("GIT_OPERATION_IN_PROGRESS", { operation });
  }
  if ((await git(["ls-files", "--unmerged", "-z"])).bytes.length > 0) {
    throw new PreceptError("GIT_CONFLICTS_UNRESOLVED", {});
  }
}

/** Whether the index is kept in two files, of which one is shared. */
export async function hasSplitIndex({ gitRoot }: Repository): Promise<boolean> {
  return (await listDirectory(gitRoot, "")).some(({ name }) => name.startsWith("sharedindex."));
}
