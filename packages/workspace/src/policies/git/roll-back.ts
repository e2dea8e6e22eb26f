import { chmod, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { createId, pathsToLeave, systemTime, taskOf, type Checkpoint, type CheckpointOptions } from "./checkpoint.ts";
import { makeExactGit, type ExactGit } from "./exact-git.ts";
import { borrowIndex, returnIndex } from "./keep-files.ts";
import { listTree } from "./list-files.ts";
import { modesToSet } from "./modes.ts";
import { onDisk, shown } from "./paths.ts";
import { planRollback } from "./plan-rollback.ts";
import { lockedIndex, openRepository, refuseUnderWay, type Repository } from "./repository.ts";
import { failureOf, reportFailure } from "./git-task.ts";
import { readIndex, readSnapshot, saveSnapshot, type Snapshot, type SnapshotOrigin } from "./snapshot.ts";
import { readStaged, writeIndex } from "./staged.ts";
import { quoteForShell, rollbackDir, undoCommand, writeUndo } from "./undo.ts";

/** What was done, and how to undo it. */
export interface Rollback {
  readonly id: string;
  /** The commit that holds what was there before, and the name that keeps it. */
  readonly commit: string;
  readonly ref: string;
  /**
   * A command that brings all of it back: files, permissions and what is staged. It does nothing and says so where a file was changed since.
   * It is one line for a shell.
   */
  readonly undo: string;
  /** The files that were written or removed. */
  readonly changed: readonly string[];
  /** Whether another commit is checked out than at the checkpoint. It stays checked out: commits are never lost by a rollback. */
  readonly headMoved: boolean;
}

/**
 * Takes a work tree, and what is staged in it, back to a checkpoint. What was there before is kept in the repository first, all that is written over or
 * removed included, and comes back with one command. Branches and the commit that is checked out stay as they are.
 *
 * Should a file change while this runs, it fails, and that file stays.
 *
 * @param checkpoint or its id.
 * @throws PreceptError `CHECKPOINT_FAILED`, with nothing changed: for what stops a checkpoint, and where there is no such checkpoint.
 */
export async function rollBack(
  root: string,
  checkpoint: Pick<Checkpoint, "id"> | string,
  options: CheckpointOptions = {},
): Promise<Rollback> {
  const task = taskOf("roll back", root, options);
  return reportFailure(task, async () => {
    const repository = await openRepository(task);
    await refuseUnderWay(repository);
    const target = await readSnapshot(repository, "checkpoint", typeof checkpoint === "string" ? checkpoint : checkpoint.id);
    const unlock = await lockIndex(repository);
    try {
      const leave = await pathsToLeave(repository, root, options);
      const createdAt = (options.now ?? systemTime)();
      return await goBack(repository, target, leave, { id: createId(createdAt), createdAt, session: options.session });
    } finally {
      await unlock();
    }
  });
}

/**
 * The files that a rollback would write or remove now. Nothing is changed.
 *
 * @throws PreceptError `CHECKPOINT_FAILED`, as the rollback would.
 */
export async function previewRollback(
  root: string,
  checkpoint: string,
  options: CheckpointOptions = {},
): Promise<readonly string[]> {
  const task = taskOf("roll back", root, options);
  return reportFailure(task, async () => {
    const repository = await openRepository(task);
    await refuseUnderWay(repository);
    const target = await readSnapshot(repository, "checkpoint", checkpoint);
    const exact = await makeExactGit(repository, join(repository.gitDir, "precept", `preview-${createId(systemTime())}`));
    try {
      await borrowIndex(repository, exact);
      const { changed } = await planRollback(repository, exact, await pathsToLeave(repository, root, options), target);
      await returnIndex(repository, exact);
      return changed.map(shown);
    } finally {
      await rm(exact.dir, { recursive: true, force: true });
    }
  });
}

async function goBack(
  repository: Repository,
  target: Snapshot,
  leave: ReadonlySet<string>,
  origin: SnapshotOrigin,
): Promise<Rollback> {
  const { id } = origin;
  const dir = rollbackDir(repository, id);
  const prepared = await prepare(repository, target, leave, origin, dir).catch(async (error: unknown) => {
    await rm(dir, { recursive: true, force: true });
    throw error;
  });
  // From here on nothing may stop half way.
  const { exact, before, goal, changed, modes, index } = prepared;
  await moveTo(repository, exact, before, goal);
  await putIndex(repository, index, target.record.indexTime ?? 0);
  for (const [path, mode] of modes) await chmod(onDisk(repository.top, path), mode);
  return {
    id,
    commit: before.commit,
    ref: before.ref,
    undo: undoCommand(repository, id),
    changed: changed.map(shown),
    headMoved: before.record.head !== target.record.head,
  };
}

/** Everything that can be done before the first file is touched, the way to undo it included. */
interface PreparedRollback {
  readonly exact: ExactGit;
  readonly before: Snapshot;
  readonly goal: string;
  readonly changed: readonly string[];
  readonly modes: ReadonlyMap<string, number>;
  readonly index: Buffer | undefined;
}

async function prepare(
  repository: Repository,
  target: Snapshot,
  leave: ReadonlySet<string>,
  origin: SnapshotOrigin,
  dir: string,
): Promise<PreparedRollback> {
  const staged = await readStaged(repository);
  const alias = { name: "undo", command: `!sh ${quoteForShell(join(dir, "undo.sh"))}` };
  const exact = await makeExactGit(repository, dir, alias);
  await borrowIndex(repository, exact);
  const { kept, goal, changed } = await planRollback(repository, exact, leave, target);
  const before = await saveSnapshot(repository, "rollback", origin, kept, staged, goal);
  const [from, to] = [before.record.modes, target.record.modes];
  const undoModes = modesToSet(changed, to, from, await listTree(repository, before.tree));
  await writeUndo(repository, { dir, after: goal, before: before.tree, changed, modes: undoModes, index: staged });
  const modes = modesToSet(changed, from, to, await listTree(repository, goal));
  return { exact, before, goal, changed, modes, index: await readIndex(repository, target) };
}

/** Keeps everybody else from staging anything for the time of a rollback, as git itself does. */
async function lockIndex({ task, index }: Repository): Promise<() => Promise<void>> {
  const lock = `${index}.lock`;
  try {
    await (await open(lock, "wx")).close();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") throw lockedIndex(task, index);
    throw failureOf(task, "the index cannot be written", undefined, error);
  }
  return () => rm(lock, { force: true });
}

/** Git looks at all files before it changes one, and refuses where one is not as it was kept a moment ago. */
async function moveTo({ task }: Repository, exact: ExactGit, before: Snapshot, goal: string): Promise<void> {
  try {
    await exact.git(["read-tree", "-m", "-u", before.tree, goal], { timeLimit: 0 });
  } catch (error) {
    if (!PreceptError.is(error, "CHECKPOINT_FAILED")) throw error;
    const remedy = `Everything that was there is kept in ${before.ref}. Should files have been changed, \`git --git-dir=${quoteForShell(exact.dir)} read-tree --reset -u ${before.tree}\` brings them back.`;
    throw failureOf(task, error.details.problem, remedy, error);
  }
}

async function putIndex({ index }: Repository, bytes: Uint8Array | undefined, time: number): Promise<void> {
  if (bytes === undefined) {
    await rm(index, { force: true });
    return;
  }
  await writeIndex(`${index}.lock`, bytes, time);
  await rename(`${index}.lock`, index);
}
