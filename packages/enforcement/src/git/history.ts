import { join } from "node:path";
import { PreceptError, withoutUndefined } from "@precept/core";
import type { Checkpoint } from "./checkpoint.ts";
import { openExactGit } from "./exact-git.ts";
import { createBusyError, lockIndex, readLock } from "./index-lock.ts";
import { isRefusal, pendingMark, startMove, undoneMark } from "./move.ts";
import { hasPlan, readPlan, rollbackDir } from "./move-plan.ts";
import { existsInGitDir, removeFromGitDir } from "./private-files.ts";
import { withRepository, type RepositoryOptions } from "./recover.ts";
import type { Repository } from "./repository.ts";
import {
  interruptedRef,
  listInterrupted,
  listSnapshots,
  removeInterrupted,
  removeSnapshots,
  type ListedSnapshot,
} from "./snapshot.ts";
import { checkpointError, quoteForShell, undoCommand } from "./git-task.ts";

/** A past rollback. Its commit contains the state before it. */
export interface PastRollback extends ListedSnapshot {
  /** The shell command that undoes it; undefined if it was undone. */
  readonly undo?: string;
  /** The ref of a commit with the files that an interrupted rollback left, if some belonged to neither state. */
  readonly interrupted?: string;
}

/** The checkpoints and rollbacks of a working tree. */
export interface CheckpointHistory {
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** Newest first. */
  readonly rollbacks: readonly PastRollback[];
}

/** Lists the checkpoints and rollbacks of a working tree. */
export async function listCheckpoints(root: string, options: RepositoryOptions = {}): Promise<CheckpointHistory> {
  return withRepository("list the checkpoints", root, options, async (repository) => {
    const [checkpoints, rollbacks] = await Promise.all([listSnapshots(repository, "checkpoint"), listRollbacks(repository)]);
    return { checkpoints, rollbacks };
  });
}

/** Returns the newest checkpoint, or the newest of a session; undefined if there is none. */
export async function findCheckpoint(root: string, session?: string): Promise<Checkpoint | undefined> {
  return withRepository("find a checkpoint", root, {}, async (repository) => {
    const checkpoints = await listSnapshots(repository, "checkpoint");
    return session === undefined ? checkpoints[0] : checkpoints.find((one) => one.session === session);
  });
}

/**
 * Undoes a rollback, by default the newest one that was not undone. Fails if a file has changed since. @throws
 * PreceptError `NO_ROLLBACK_TO_UNDO`, `ROLLBACK_UNKNOWN`, `ROLLBACK_ALREADY_UNDONE`, `CHECKPOINT_FAILED`
 */
export async function undoRollback(root: string, id: string | undefined, options: RepositoryOptions = {}): Promise<PastRollback> {
  return withRepository("undo a rollback", root, options, async (repository) => {
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
  if (plan === undefined) throw checkpointError(task, `the rollback "${id}" was made by another version of Precept`);
  const exact = openExactGit(repository, dir);
  await removeFromGitDir(repository, `${exact.index}.lock`);
  await exact.git(["update-index", "-q", "--refresh"], { allowedExitCodes: [1] });
  try {
    await startMove(repository, { id, direction: "undo", plan, exact });
  } catch (error) {
    if (!PreceptError.is(error, "CHECKPOINT_FAILED") || !isRefusal(error)) throw error;
    const remedy = [
      "No file was changed. To undo the rollback anyway, copy your versions of the files that git names to another directory, restore the versions of the rollback with",
      `\`git -C ${quoteForShell(top)} --git-dir=${quoteForShell(dir)} checkout-index -f -- FILE\` (delete files that it does not have), and undo again.`,
    ].join(" ");
    throw checkpointError(task, error.details.reason, remedy, error);
  }
}

/** How many of the newest checkpoints and rollbacks to retain. */
export interface RetentionCounts {
  readonly checkpoints: number;
  /** Default: all. */
  readonly rollbacks?: number | undefined;
}

/** Deletes old checkpoints, and old rollbacks if `rollbacks` is set: they hold the only copy of what they removed. */
export async function pruneCheckpoints(
  root: string,
  retain: RetentionCounts,
  options: RepositoryOptions = {},
): Promise<CheckpointHistory> {
  return withRepository("delete checkpoints", root, options, async (repository) => {
    const lock = await readLock(repository);
    if (retain.rollbacks !== undefined && lock.kind === "running") throw createBusyError(repository, lock);
    const checkpoints = (await listSnapshots(repository, "checkpoint")).slice(retain.checkpoints);
    const rollbacks = retain.rollbacks === undefined ? [] : (await listRollbacks(repository)).slice(retain.rollbacks);
    await removeSnapshots(repository, [...checkpoints, ...rollbacks]);
    for (const { id } of rollbacks) {
      await removeInterrupted(repository, id);
      await removeFromGitDir(repository, rollbackDir(repository, id));
    }
    return { checkpoints, rollbacks };
  });
}

async function listRollbacks(repository: Repository): Promise<readonly PastRollback[]> {
  const [listed, interrupted] = await Promise.all([listSnapshots(repository, "rollback"), listInterrupted(repository)]);
  return listed.flatMap((one): readonly PastRollback[] => {
    const dir = rollbackDir(repository, one.id);
    // Not started yet.
    if (existsInGitDir(repository, join(dir, pendingMark))) return [];
    const canBeUndone = hasPlan(repository, dir) && !existsInGitDir(repository, join(dir, undoneMark));
    const undo = canBeUndone ? undoCommand(repository, one.id) : undefined;
    return [{ ...one, ...withoutUndefined({ undo, interrupted: interrupted.has(one.id) ? interruptedRef(one.id) : undefined }) }];
  });
}
