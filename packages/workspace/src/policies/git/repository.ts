import { access, readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { failureOf, runGit, type GitAnswer, type GitCall, type GitTask } from "./run-git.ts";

/** A repository with a work tree. */
export interface Repository {
  readonly task: GitTask;
  /** Its topmost directory. */
  readonly top: string;
  /** Of this work tree; linked work trees have one each. */
  readonly gitDir: string;
  /** Which of the repository's work trees it is: empty for its own, and for a linked one the place of its git directory. */
  readonly worktree: string;
  /** Where the objects are, of all its work trees. */
  readonly objects: string;
  /** The index of this work tree; it need not exist. */
  readonly index: string;
  /** Runs git in it. */
  readonly git: (args: readonly string[], call?: GitCall) => Promise<GitAnswer>;
}

const questions = [["--show-toplevel"], ["--git-dir"], ["--git-common-dir"], ["--git-path", "objects"], ["--git-path", "index"]];

/** Finds the repository that a directory lies in. */
export async function openRepository(task: GitTask): Promise<Repository> {
  const ask = async (args: readonly string[]): Promise<string> => {
    const { bytes } = await runGit(task, task.directory, ["rev-parse", "--path-format=absolute", ...args]);
    // One line break is git's; the path may have more.
    return bytes.toString("utf8").replace(/\n$/, "");
  };
  const lines = (await ask(questions.flat())).split("\n");
  const answers = lines.length === questions.length ? lines : await Promise.all(questions.map(ask));
  const [top = "", gitDir = "", commonDir = "", objects = "", index = ""] = answers;
  const worktree = relative(commonDir, gitDir);
  return { task, top, gitDir, worktree, objects, index, git: (args, call) => runGit(task, top, args, call) };
}

/** What lies in the git directory while something is under way, and what that is. */
const underWay: Readonly<Record<string, string>> = {
  MERGE_HEAD: "a merge",
  "rebase-merge": "a rebase",
  "rebase-apply": "a rebase, or `git am`,",
  CHERRY_PICK_HEAD: "a cherry-pick",
  REVERT_HEAD: "a revert",
  sequencer: "a series of picks or reverts",
};

/**
 * Makes sure that nobody is in the middle of something: half of a merge, put back without its other half, would be a merge that lost changes.
 */
export async function refuseUnderWay({ task, gitDir, index, git }: Repository): Promise<void> {
  for (const [name, what] of Object.entries(underWay)) {
    if (await isThere(join(gitDir, name)))
      throw failureOf(task, `${what} is under way`, "Finish or abort it first: `git status` says how.");
  }
  if (await isThere(`${index}.lock`)) throw lockedIndex(task, index);
  if ((await git(["ls-files", "--unmerged", "-z"])).bytes.length > 0) {
    throw failureOf(task, "there are conflicts that are not resolved", "Resolve them first: `git status` names them.");
  }
}

export function lockedIndex(task: GitTask, index: string): Error {
  return failureOf(
    task,
    `another git process is at work: "${index}.lock" exists`,
    "Wait for it to end. If there is none, it crashed: remove that file.",
  );
}

/** Whether the index is kept in two files, of which one is shared. */
export async function hasSplitIndex({ gitDir }: Repository): Promise<boolean> {
  return (await readdir(gitDir)).some((name) => name.startsWith("sharedindex."));
}

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
