import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { taskOf, type Checkpoint, type CheckpointOptions } from "./checkpoint.ts";
import { openExactGit } from "./exact-git.ts";
import { failureOf, reportFailure, type GitTask } from "./git-task.ts";
import { lockedIndex, lockIndex, readLock } from "./index-lock.ts";
import { isRefusal, pendingMark, startMove, undoneMark } from "./move.ts";
import { readPlan } from "./move-plan.ts";
import { isThere, removeFromGitDir } from "./private-files.ts";
import { recover } from "./recover.ts";
import { openRepository, type Repository } from "./repository.ts";
import {
  interruptedRef,
  listInterrupted,
  listSnapshots,
  removeInterrupted,
  removeSnapshots,
  type ListedSnapshot,
} from "./snapshot.ts";
import { quoteForShell, rollbackDir, undoCommand } from "./undo.ts";

/** A rollback that was made. Its commit holds what was there before. */
export interface PastRollback extends ListedSnapshot {
  /** The command that undoes it, as one line for a shell; undefined where it was undone. */
  readonly undo?: string;
  /** The ref of a commit with the files as they were found after the rollback was interrupted, if some belonged to neither state. */
  readonly interrupted?: string;
}

/** What was kept of a work tree. */
export interface CheckpointHistory {
  /** The newest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** The newest first. */
  readonly rollbacks: readonly PastRollback[];
}

export interface ListOptions extends CheckpointOptions {
  /** Whether a rollback that was interrupted is left as it is. Default: it is completed. */
  readonly readOnly?: boolean;
}

/** @throws PreceptError `NOT_A_GIT_REPOSITORY`, `GIT_NOT_FOUND`, `CHECKPOINT_FAILED` */
export async function listCheckpoints(root: string, options: ListOptions = {}): Promise<CheckpointHistory> {
  const task = taskOf("list the checkpoints", root, options);
  return reportFailure(task, async () => {
    const repository = await openRecovered(task, options);
    const [checkpoints, rollbacks] = await Promise.all([listSnapshots(repository, "checkpoint"), listRollbacks(repository)]);
    return { checkpoints, rollbacks };
  });
}

/**
 * The newest checkpoint, or the newest of a session; undefined where there is none.
 *
 * @throws PreceptError `NOT_A_GIT_REPOSITORY`, `GIT_NOT_FOUND`, `CHECKPOINT_FAILED`
 */
export async function findCheckpoint(root: string, session?: string, options: ListOptions = {}): Promise<Checkpoint | undefined> {
  const task = taskOf("find a checkpoint", root, options);
  return reportFailure(task, async () => {
    const checkpoints = await listSnapshots(await openRecovered(task, options), "checkpoint");
    return session === undefined ? checkpoints[0] : checkpoints.find((one) => one.session === session);
  });
}

/**
 * Undoes a rollback: files, permissions and what was staged are as before. It does nothing where a file was changed since.
 *
 * @param id default: the last one that was not undone.
 * @throws PreceptError `NO_ROLLBACK_TO_UNDO`, `ROLLBACK_UNKNOWN`, `ROLLBACK_ALREADY_UNDONE`, or `CHECKPOINT_FAILED` with nothing changed.
 */
export async function undoRollback(root: string, id: string | undefined, options: CheckpointOptions = {}): Promise<PastRollback> {
  const task = taskOf("undo a rollback", root, options);
  return reportFailure(task, async () => {
    const repository = await openRecovered(task);
    const unlock = await lockIndex(repository);
    try {
      const rollback = findRollback(await listRollbacks(repository), id);
      await undoOne(repository, rollback.id);
      const { undo: _undone, ...rest } = rollback;
      return rest;
    } finally {
      await unlock();
    }
  });
}

function findRollback(all: readonly PastRollback[], id: string | undefined): PastRollback {
  const rollback = id === undefined ? all.find(({ undo }) => undo !== undefined) : all.find((one) => one.id === id);
  if (rollback === undefined) {
    throw id === undefined ? new PreceptError("NO_ROLLBACK_TO_UNDO", {}) : new PreceptError("ROLLBACK_UNKNOWN", { id });
  }
  if (rollback.undo === undefined) throw new PreceptError("ROLLBACK_ALREADY_UNDONE", { id: rollback.id });
  return rollback;
}

async function undoOne(repository: Repository, id: string): Promise<void> {
  const { task, top } = repository;
  const dir = rollbackDir(repository, id);
  const plan = await readPlan(repository, dir);
  if (plan === undefined) {
    const remedy = `Run \`${undoCommand(repository, id)}\`, which that version has written.`;
    throw failureOf(task, `the rollback "${id}" was made by another version of Precept`, remedy);
  }
  const exact = openExactGit(repository, dir);
  await removeFromGitDir(repository, `${exact.index}.lock`);
  await exact.git(["update-index", "-q", "--refresh"], { answers: [1] });
  try {
    await startMove(repository, { id, direction: "undo", plan, exact });
  } catch (error) {
    if (!PreceptError.is(error, "CHECKPOINT_FAILED") || !isRefusal(error)) throw error;
    const remedy = [
      "Nothing was changed. To undo the rollback nevertheless, copy your versions of the files that git names elsewhere, bring back those of the rollback with",
      `\`git -C ${quoteForShell(top)} --git-dir=${quoteForShell(dir)} checkout-index -f -- FILE\` (remove a file that it does not have), and undo again.`,
    ].join(" ");
    throw failureOf(task, error.details.reason, remedy, error);
  }
}

/** How many stay. */
export interface KeptCounts {
  readonly checkpoints: number;
  /** Default: all. */
  readonly rollbacks?: number | undefined;
}

/**
 * Lets go of all checkpoints but the newest. Rollbacks hold the only copy of what they took away, so they only go where it is asked for.
 *
 * @returns what is gone.
 */
export async function pruneCheckpoints(
  root: string,
  keep: KeptCounts,
  options: CheckpointOptions = {},
): Promise<CheckpointHistory> {
  const task = taskOf("remove checkpoints", root, options);
  return reportFailure(task, async () => {
    const repository = await openRecovered(task);
    const lock = await readLock(repository);
    if (keep.rollbacks !== undefined && lock.kind === "running") throw lockedIndex(repository, lock);
    const checkpoints = (await listSnapshots(repository, "checkpoint")).slice(keep.checkpoints);
    const rollbacks = keep.rollbacks === undefined ? [] : (await listRollbacks(repository)).slice(keep.rollbacks);
    await removeSnapshots(repository, [...checkpoints, ...rollbacks]);
    for (const { id } of rollbacks) {
      await removeInterrupted(repository, id);
      await removeFromGitDir(repository, rollbackDir(repository, id));
    }
    return { checkpoints, rollbacks };
  });
}

/** Opens a repository, and completes what a process of Precept that was killed had begun there. */
async function openRecovered(task: GitTask, { readOnly = false }: ListOptions = {}): Promise<Repository> {
  const repository = await openRepository(task);
  if (!readOnly) await recover(repository);
  return repository;
}

async function listRollbacks(repository: Repository): Promise<readonly PastRollback[]> {
  const [listed, interrupted] = await Promise.all([listSnapshots(repository, "rollback"), listInterrupted(repository)]);
  return listed.flatMap((one): readonly PastRollback[] => {
    const dir = rollbackDir(repository, one.id);
    // Nothing was rolled back yet.
    if (isThere(repository, join(dir, pendingMark))) return [];
    const canBeUndone = isThere(repository, join(dir, "undo.sh")) && !isThere(repository, join(dir, undoneMark));
    return [
      {
        ...one,
        ...(canBeUndone && { undo: undoCommand(repository, one.id) }),
        ...(interrupted.has(one.id) && { interrupted: interruptedRef(one.id) }),
      },
    ];
  });
}
