import { join, relative } from "node:path";
import { PreceptError } from "@precept/core";
import { listDirectory, openRoot, type Root } from "@precept/files";
import { assertOwnGitDirectory, findRepository, type FoundRepository } from "./find-repository.ts";
import { convertErrors, type GitTask } from "./git-task.ts";
import { existsInGitDir, type GitDirectory } from "./private-files.ts";
import type { GitResult, GitOptions } from "./run-git.ts";

/** An open git repository with a working tree, for one operation. */
export interface Repository extends GitDirectory, Pick<FoundRepository, "top" | "objects" | "index"> {
  readonly task: GitTask;
  /** Confines access to the working tree. */
  readonly workingTree: Root;
  /** Identifies the working tree: empty for the main one, else the path of its git directory. */
  readonly worktree: string;
  /** Runs git in the repository. @throws PreceptError `CHECKPOINT_FAILED` with git's error message. */
  readonly git: (args: readonly string[], options?: GitOptions) => Promise<GitResult>;
}

/** Opens a repository. @throws PreceptError `NOT_A_GIT_REPOSITORY`, `GIT_REPOSITORY_REFUSED`, `GIT_NOT_FOUND` */
export async function openRepository(task: GitTask): Promise<Repository> {
  const { timeLimit, signal } = task;
  return convertErrors(task, async () => {
    const found = await findRepository(task.directory, { timeLimit, signal });
    if (found === undefined) throw new PreceptError("NOT_A_GIT_REPOSITORY", { directory: task.directory });
    await assertOwnGitDirectory(found);
    const { top, gitDir, commonDir, objects, index } = found;
    const git: Repository["git"] = (args, options) => convertErrors(task, () => found.run(args, options));
    const roots = { workingTree: openRoot(top), gitRoot: openRoot(gitDir) };
    return { task, top, gitDir, ...roots, worktree: relative(commonDir, gitDir), objects, index, git };
  });
}

/** Names in the git directory that mark an operation in progress. */
const operationsInProgress: Readonly<Record<string, string>> = {
  MERGE_HEAD: "a merge",
  "rebase-merge": "a rebase",
  "rebase-apply": "a rebase or `git am`",
  CHERRY_PICK_HEAD: "a cherry-pick",
  REVERT_HEAD: "a revert",
  sequencer: "a series of cherry-picks or reverts",
};

/** Throws if a merge, rebase or similar operation is in progress: restoring half of a merge would lose changes. */
export async function assertNoOperationInProgress(repository: Repository): Promise<void> {
  const { gitDir, git } = repository;
  for (const [name, operation] of Object.entries(operationsInProgress)) {
    if (existsInGitDir(repository, join(gitDir, name))) throw new PreceptError("GIT_OPERATION_IN_PROGRESS", { operation });
  }
  if ((await git(["ls-files", "--unmerged", "-z"])).bytes.length > 0) throw new PreceptError("GIT_CONFLICTS_UNRESOLVED", {});
}

export async function hasSplitIndex({ gitRoot }: Repository): Promise<boolean> {
  return (await listDirectory(gitRoot, "")).some(({ name }) => name.startsWith("sharedindex."));
}
