import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { BytePaths, setMode } from "@precept/files";
import { createId, pathsToExclude, type Checkpoint, type CheckpointOptions } from "./checkpoint.ts";
import { createExactGit } from "./exact-git.ts";
import { takeSharedIndex, withExactGit } from "./store-files.ts";
import { listTree } from "./list-files.ts";
import { lockIndex, assertIndexUnlocked } from "./index-lock.ts";
import { readJournal, rollbackDir, savePlan, type MovedDirectory, type MovePlan } from "./move-plan.ts";
import { modesToSet, usualDirectoryMode } from "./modes.ts";
import { pendingMark, startMove, undoneMark, type Move } from "./move.ts";
import { parentsOf, toDisplayPath } from "./paths.ts";
import { planRollback } from "./plan-rollback.ts";
import { existsInGitDir, removeFromGitDir, writePrivateFile } from "./private-files.ts";
import { removePending, withRepository } from "./recover.ts";
import { assertNoOperationInProgress, type Repository } from "./repository.ts";
import { readIndex, readSnapshot, removeRef, saveSnapshot, type Snapshot, type SnapshotOrigin } from "./snapshot.ts";
import { readStaged, type Staged } from "./staged.ts";
import { checkpointError, undoCommand } from "./git-task.ts";

/** A completed rollback. */
export interface Rollback {
  readonly id: string;
  /** The commit with the state before the rollback. */
  readonly commit: string;
  /** The ref of that commit. */
  readonly ref: string;
  /** The shell command that undoes the rollback. It fails without changes if a file has changed since. */
  readonly undo: string;
  /** The files that were written or removed. */
  readonly changed: readonly string[];
  /** Whether another commit than at the checkpoint is checked out, which a rollback does not change. */
  readonly headMoved: boolean;
}

/**
 * Restores a working tree and its index to a checkpoint. The state before it is saved first, and `undoRollback`
 * restores it. Branches and the current commit do not change. A file that changes meanwhile is not overwritten.
 *
 * @throws PreceptError `CHECKPOINT_UNKNOWN`, or an error of `createCheckpoint`. No file was changed then.
 */
export async function rollBack(
  root: string,
  checkpoint: Pick<Checkpoint, "id"> | string,
  options: CheckpointOptions = {},
): Promise<Rollback> {
  const { session, now = () => new Date() } = options;
  return withRepository("roll back", root, options, async (repository) => {
    await assertNoOperationInProgress(repository);
    const target = await readSnapshot(repository, "checkpoint", typeof checkpoint === "string" ? checkpoint : checkpoint.id);
    const unlock = await lockIndex(repository);
    try {
      await removePending(repository);
      const createdAt = now();
      const origin = { id: createId(createdAt), createdAt, session };
      return await performRollback(repository, target, pathsToExclude(repository, root, options), origin);
    } finally {
      await unlock();
    }
  });
}

/** Lists the files that a rollback would write or remove. @throws PreceptError as `rollBack`. */
export async function previewRollback(
  root: string,
  checkpoint: string,
  options: CheckpointOptions = {},
): Promise<readonly string[]> {
  return withRepository("roll back", root, options, async (repository) => {
    await assertNoOperationInProgress(repository);
    await assertIndexUnlocked(repository);
    const target = await readSnapshot(repository, "checkpoint", checkpoint);
    return withExactGit(repository, `preview-${createId(new Date())}`, async (exact) => {
      const { changed } = await planRollback(repository, exact, pathsToExclude(repository, root, options), target);
      return changed.map(toDisplayPath);
    });
  });
}

async function performRollback(
  repository: Repository,
  target: Snapshot,
  excluded: ReadonlySet<string>,
  origin: SnapshotOrigin,
): Promise<Rollback> {
  const { id } = origin;
  const dir = rollbackDir(repository, id);
  let move: Move;
  let before: Snapshot;
  try {
    ({ move, before } = await prepare(repository, target, excluded, origin, dir));
    await applyRollback(repository, move, before);
  } catch (error) {
    // It was not started.
    if ((await readJournal(repository)) === undefined && !existsInGitDir(repository, join(dir, undoneMark))) {
      await removeFromGitDir(repository, dir);
      await removeRef(repository, "rollback", id).catch(() => undefined);
    }
    throw error;
  }
  return {
    id,
    commit: before.commit,
    ref: before.ref,
    undo: undoCommand(repository, id),
    changed: move.plan.changed.map(toDisplayPath),
    headMoved: before.record.head !== target.record.head,
  };
}

/** Prepares a rollback before the first file changes. */
async function prepare(
  repository: Repository,
  target: Snapshot,
  excluded: ReadonlySet<string>,
  origin: SnapshotOrigin,
  dir: string,
): Promise<{ readonly move: Move; readonly before: Snapshot }> {
  const staged = await readStaged(repository);
  const exact = await createExactGit(repository, dir);
  writePrivateFile(repository, join(dir, pendingMark), "");
  await takeSharedIndex(repository, exact);
  const { stored, goal, changed } = await planRollback(repository, exact, excluded, target);
  await setMode(repository.gitRoot, exact.index, 0o600);
  const before = await saveSnapshot(repository, "rollback", origin, stored, staged, goal);
  const index: Staged = { bytes: await readIndex(repository, target), time: target.record.indexTime ?? 0, tree: "" };
  const [from, to] = [before.record.modes, target.record.modes];
  const goalFiles = await listTree(repository, goal);
  const written = changed.filter((path) => goalFiles.has(path));
  const plan: MovePlan = {
    before: before.tree,
    after: goal,
    changed,
    restore: {
      modes: [...modesToSet(changed, from, to, goalFiles)],
      directories: await directoriesOfTarget(repository, target, written),
      hasIndex: index.bytes !== undefined,
    },
    undo: {
      modes: [...modesToSet(changed, to, from, await listTree(repository, before.tree))],
      directories: await directoriesNow(repository, changed),
      hasIndex: staged.bytes !== undefined,
    },
  };
  savePlan(repository, dir, plan, { restore: index, undo: staged });
  return { move: { id: origin.id, direction: "restore", plan, exact }, before };
}

/** Returns the parent directories of the files to write, with their permissions at the checkpoint. */
async function directoriesOfTarget(
  { workingTree }: Repository,
  { record: { directoryModes } }: Snapshot,
  written: readonly string[],
): Promise<readonly MovedDirectory[]> {
  if (process.platform === "win32") return [];
  const modes = new Map(directoryModes);
  const found = new BytePaths(workingTree);
  const directories: MovedDirectory[] = [];
  for (const path of parentsOf(written)) {
    // Checkpoints of earlier versions have no directory permissions: existing directories do not change.
    if (directoryModes === undefined && (await found.status(path))?.isDirectory() === true) continue;
    const mode = modes.get(path);
    directories.push({ path, mode: mode === undefined ? usualDirectoryMode : Number.parseInt(mode, 8), isKept: false });
  }
  return directories;
}

/** Returns the existing parent directories of files. Git removes a directory with its last file. */
async function directoriesNow({ workingTree }: Repository, paths: readonly string[]): Promise<readonly MovedDirectory[]> {
  const directories: MovedDirectory[] = [];
  const found = new BytePaths(workingTree);
  for (const path of parentsOf(paths)) {
    const status = await found.status(path);
    if (status?.isDirectory() === true) directories.push({ path, mode: status.mode & 0o7777, isKept: true });
  }
  return directories;
}

/** Starts the move. Git checks all files before it changes one, and refuses if one has changed since it was saved. */
async function applyRollback(repository: Repository, move: Move, before: Snapshot): Promise<void> {
  try {
    await startMove(repository, move);
  } catch (error) {
    if (!PreceptError.is(error, "CHECKPOINT_FAILED")) throw error;
    // There is nothing to undo, or the journal records what is left.
    try {
      writePrivateFile(repository, join(move.exact.dir, undoneMark), "");
    } catch {
      // The error below says more.
    }
    const { reason } = error.details;
    const remedy = `No file was changed. The state before is saved in ${before.ref}. Run the command again when the files that git names no longer change.`;
    throw checkpointError(repository.task, reason, reason.includes("interrupted") ? error.hint : remedy, error);
  }
}
