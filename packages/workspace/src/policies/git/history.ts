import { rm } from "node:fs/promises";
import { join } from "node:path";
import { taskOf, type Checkpoint, type CheckpointOptions } from "./checkpoint.ts";
import { isThere, openRepository, type Repository } from "./repository.ts";
import { failureOf, reportFailure } from "./git-task.ts";
import { listSnapshots, removeSnapshots, type ListedSnapshot } from "./snapshot.ts";
import { rollbackDir, undoCommand, undoneMark } from "./undo.ts";

/** A rollback that was made. Its commit holds what was there before. */
export interface PastRollback extends ListedSnapshot {
  /** The command that undoes it, as one line for a shell; undefined where it was undone. */
  readonly undo?: string;
}

/** What was kept of a work tree. */
export interface CheckpointHistory {
  /** The newest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** The newest first. */
  readonly rollbacks: readonly PastRollback[];
}

/** @throws PreceptError `CHECKPOINT_FAILED`: no repository, no git. */
export async function listCheckpoints(root: string, options: CheckpointOptions = {}): Promise<CheckpointHistory> {
  const task = taskOf("list the checkpoints", root, options);
  return reportFailure(task, async () => {
    const repository = await openRepository(task);
    const [checkpoints, rollbacks] = await Promise.all([listSnapshots(repository, "checkpoint"), listRollbacks(repository)]);
    return { checkpoints, rollbacks };
  });
}

/**
 * The newest checkpoint, or the newest of a session; undefined where there is none.
 *
 * @throws PreceptError `CHECKPOINT_FAILED`: no repository, no git.
 */
export async function findCheckpoint(
  root: string,
  session?: string,
  options: CheckpointOptions = {},
): Promise<Checkpoint | undefined> {
  const task = taskOf("find a checkpoint", root, options);
  return reportFailure(task, async () => {
    const checkpoints = await listSnapshots(await openRepository(task), "checkpoint");
    return session === undefined ? checkpoints[0] : checkpoints.find((one) => one.session === session);
  });
}

/**
 * Undoes a rollback: files, permissions and what was staged are as before. It does nothing where a file was changed since.
 *
 * @param id default: the last one that was not undone.
 * @throws PreceptError `CHECKPOINT_FAILED`, with nothing changed.
 */
export async function undoRollback(root: string, id: string | undefined, options: CheckpointOptions = {}): Promise<PastRollback> {
  const task = taskOf("undo a rollback", root, options);
  return reportFailure(task, async () => {
    const repository = await openRepository(task);
    const all = await listRollbacks(repository);
    const rollback = id === undefined ? all.find(({ undo }) => undo !== undefined) : all.find((one) => one.id === id);
    if (rollback === undefined) {
      throw failureOf(task, id === undefined ? "there is none" : `there is no rollback "${id}"`);
    }
    if (rollback.undo === undefined) throw failureOf(task, `the rollback "${rollback.id}" was undone before`);
    await repository.git([`--git-dir=${rollbackDir(repository, rollback.id)}`, "undo"], { timeLimit: 0 });
    const { undo: _undone, ...rest } = rollback;
    return rest;
  });
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
    const repository = await openRepository(task);
    const checkpoints = (await listSnapshots(repository, "checkpoint")).slice(keep.checkpoints);
    const rollbacks = keep.rollbacks === undefined ? [] : (await listRollbacks(repository)).slice(keep.rollbacks);
    await removeSnapshots(repository, [...checkpoints, ...rollbacks]);
    for (const { id } of rollbacks) await rm(rollbackDir(repository, id), { recursive: true, force: true });
    return { checkpoints, rollbacks };
  });
}

async function listRollbacks(repository: Repository): Promise<readonly PastRollback[]> {
  const listed = await listSnapshots(repository, "rollback");
  return Promise.all(
    listed.map(async (one) => {
      const dir = rollbackDir(repository, one.id);
      const canBeUndone = (await isThere(join(dir, "undo.sh"))) && !(await isThere(join(dir, undoneMark)));
      return canBeUndone ? { ...one, undo: undoCommand(repository, one.id) } : one;
    }),
  );
}
