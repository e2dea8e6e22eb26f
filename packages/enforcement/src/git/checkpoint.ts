import { randomUUID } from "node:crypto";
import { join, relative, resolve, sep } from "node:path";
import { openRoot } from "@precept/files";
import { makeExactGit } from "./exact-git.ts";
import { borrowIndex, keepFiles, returnIndex } from "./keep-files.ts";
import { refuseLocked } from "./index-lock.ts";
import { inWorkTree } from "./paths.ts";
import { preceptDir, removeFromGitDir } from "./private-files.ts";
import { recover } from "./recover.ts";
import { openRepository, refuseUnderWay, type Repository } from "./repository.ts";
import { reportFailure, type GitTask } from "./git-task.ts";
import { readStaged } from "./staged.ts";
import { saveSnapshot, type ListedSnapshot } from "./snapshot.ts";

export interface CheckpointOptions {
  /** Whose work is about to begin. */
  readonly session?: string;
  /** The clock. Default: the system's. */
  readonly now?: () => Date;
  /**
   * Files and directories that are left alone, relative to the directory, beside those of Precept's own state. Whatever is written while it is
   * open, as a log or a database, belongs here.
   */
  readonly leave?: readonly string[];
  /** The most that one call of git may take, in milliseconds. Default: two minutes. */
  readonly timeLimit?: number;
  readonly signal?: AbortSignal;
}

/** A moment of a work tree that can be gone back to. Its commit holds it, and its ref keeps the commit. */
export type Checkpoint = ListedSnapshot;

const defaultTimeLimit = 120_000;

/** What Precept itself writes while agents work. */
const ownState = [
  ".precept/state",
  ".precept/audit",
  ...["", "-wal", "-shm", "-journal"].map((ending) => `.precept/rules.sqlite${ending}`),
];

/**
 * Keeps the state of a work tree in its repository: what is staged, what is not, what git does not know yet, and files that are ignored one by one
 * (`.env`). No branch, no stash and no file is touched. Left alone is what lies in a directory that is ignored whole (`node_modules/`), in a submodule, or
 * in a repository inside this one.
 *
 * What is kept stays until its ref is deleted, also what nobody should push: `git push --mirror` would take it along.
 *
 * @param root a directory of the work tree; the whole work tree is kept.
 * @throws PreceptError `CHECKPOINT_FAILED`: no repository, no git, a merge or rebase under way, another git process at work.
 */
export async function createCheckpoint(root: string, options: CheckpointOptions = {}): Promise<Checkpoint> {
  const task = taskOf("make a checkpoint", root, options);
  return reportFailure(task, async () => {
    const repository = await openRepository(task);
    await recover(repository);
    await refuseUnderWay(repository);
    await refuseLocked(repository);
    const createdAt = (options.now ?? systemTime)();
    const id = createId(createdAt);
    const staged = await readStaged(repository);
    const exact = await makeExactGit(repository, join(preceptDir(repository), `snapshot-${id}`));
    try {
      await borrowIndex(repository, exact);
      const kept = await keepFiles(repository, exact, pathsToLeave(repository, root, options));
      const { session } = options;
      const { commit, ref, record } = await saveSnapshot(repository, "checkpoint", { id, createdAt, session }, kept, staged);
      await returnIndex(repository, exact);
      const { head } = record;
      return {
        id,
        createdAt: record.createdAt,
        commit,
        ref,
        ...(head !== undefined && { head }),
        ...(session !== undefined && { session }),
      };
    } finally {
      await removeFromGitDir(repository, exact.dir);
    }
  });
}

export function systemTime(): Date {
  return new Date();
}

export function taskOf(action: string, root: string, { timeLimit = defaultTimeLimit, signal }: CheckpointOptions): GitTask {
  return { action, directory: resolve(root), timeLimit, signal };
}

/** `20260224T103000123Z-1f2e3d4c`: in order, and one of a kind. */
export function createId(date: Date): string {
  return `${date.toISOString().replace(/[-:.]/g, "")}-${randomUUID().slice(0, 8)}`;
}

/** What is left alone, as paths in the work tree. */
export function pathsToLeave({ top }: Repository, root: string, { leave = [] }: CheckpointOptions): ReadonlySet<string> {
  const base = openRoot(root).real;
  const inTop = [...ownState, ...leave].map((path) => relative(top, resolve(base, path)).split(sep).join("/"));
  return new Set(inTop.map(inWorkTree));
}
