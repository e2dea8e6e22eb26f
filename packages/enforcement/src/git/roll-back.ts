import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { BytePaths, setMode } from "@precept/files";
import { createId, pathsToLeave, systemTime, taskOf, type Checkpoint, type CheckpointOptions } from "./checkpoint.ts";
import { makeExactGit } from "./exact-git.ts";
import { borrowIndex, returnIndex } from "./keep-files.ts";
import { listTree } from "./list-files.ts";
import { lockIndex, refuseLocked } from "./index-lock.ts";
import { readJournal } from "./journal.ts";
import { modesToSet, usualDirectoryMode } from "./modes.ts";
import { pendingMark, startMove, undoneMark, type Move } from "./move.ts";
import { savePlan, type MovedDirectory, type MovePlan } from "./move-plan.ts";
import { parentsOf, shown } from "./paths.ts";
import { planRollback } from "./plan-rollback.ts";
import { isThere, preceptDir, removeFromGitDir, writePrivateFile } from "./private-files.ts";
import { recover, removePending } from "./recover.ts";
import { openRepository, refuseUnderWay, type Repository } from "./repository.ts";
import { failureOf, reportFailure } from "./git-task.ts";
import { readIndex, readSnapshot, removeRef, saveSnapshot, type Snapshot, type SnapshotOrigin } from "./snapshot.ts";
import { readStaged, type Staged } from "./staged.ts";
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
    await recover(repository);
    await refuseUnderWay(repository);
    const target = await readSnapshot(repository, "checkpoint", typeof checkpoint === "string" ? checkpoint : checkpoint.id);
    const unlock = await lockIndex(repository);
    try {
      await removePending(repository);
      const leave = pathsToLeave(repository, root, options);
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
    await recover(repository);
    await refuseUnderWay(repository);
    await refuseLocked(repository);
    const target = await readSnapshot(repository, "checkpoint", checkpoint);
    const exact = await makeExactGit(repository, join(preceptDir(repository), `preview-${createId(systemTime())}`));
    try {
      await borrowIndex(repository, exact);
      const { changed } = await planRollback(repository, exact, pathsToLeave(repository, root, options), target);
      await returnIndex(repository, exact);
      return changed.map(shown);
    } finally {
      await removeFromGitDir(repository, exact.dir);
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
  let move: Move;
  let before: Snapshot;
  try {
    ({ move, before } = await prepare(repository, target, leave, origin, dir));
    await carryOut(repository, move, before);
  } catch (error) {
    if ((await readJournal(repository)) === undefined && !isThere(repository, join(dir, undoneMark)))
      await discard(repository, id);
    throw error;
  }
  return {
    id,
    commit: before.commit,
    ref: before.ref,
    undo: undoCommand(repository, id),
    changed: move.plan.changed.map(shown),
    headMoved: before.record.head !== target.record.head,
  };
}

/** Removes a rollback that was not begun. */
async function discard(repository: Repository, id: string): Promise<void> {
  await removeFromGitDir(repository, rollbackDir(repository, id));
  await removeRef(repository, "rollback", id).catch(() => undefined);
}

/** Does everything that can be done before the first file is touched, the way to undo it included. */
async function prepare(
  repository: Repository,
  target: Snapshot,
  leave: ReadonlySet<string>,
  origin: SnapshotOrigin,
  dir: string,
): Promise<{ readonly move: Move; readonly before: Snapshot }> {
  const { id } = origin;
  const staged = await readStaged(repository);
  const alias = { name: "undo", command: `!sh ${quoteForShell(join(dir, "undo.sh"))}` };
  const exact = await makeExactGit(repository, dir, alias);
  writePrivateFile(repository, join(dir, pendingMark), "");
  await borrowIndex(repository, exact);
  const { kept, goal, changed } = await planRollback(repository, exact, leave, target);
  await setMode(repository.gitRoot, exact.index, 0o600);
  const before = await saveSnapshot(repository, "rollback", origin, kept, staged, goal);
  const index: Staged = { bytes: await readIndex(repository, target), time: target.record.indexTime ?? 0, tree: "" };
  const plan = await planMove(repository, { before, target, goal, changed, index, staged });
  savePlan(repository, dir, plan, { restore: index, undo: staged });
  await writeUndo(repository, id, plan);
  return { move: { id, direction: "restore", plan, exact }, before };
}

interface PlannedChange {
  readonly before: Snapshot;
  readonly target: Snapshot;
  readonly goal: string;
  readonly changed: readonly string[];
  /** The index to go to, and the one that is there. */
  readonly index: Staged;
  readonly staged: Staged;
}

async function planMove(
  repository: Repository,
  { before, target, goal, changed, index, staged }: PlannedChange,
): Promise<MovePlan> {
  const [from, to] = [before.record.modes, target.record.modes];
  const goalFiles = await listTree(repository, goal);
  return {
    before: before.tree,
    after: goal,
    changed,
    restore: {
      modes: [...modesToSet(changed, from, to, goalFiles)],
      directories: await directoriesOfTarget(
        repository,
        target,
        changed.filter((path) => goalFiles.has(path)),
      ),
      hasIndex: index.bytes !== undefined,
    },
    undo: {
      modes: [...modesToSet(changed, to, from, await listTree(repository, before.tree))],
      directories: await directoriesNow(repository, changed),
      hasIndex: staged.bytes !== undefined,
    },
  };
}

/** The directories that files are written to, with the permissions that they had at the checkpoint. */
async function directoriesOfTarget(
  { workTree }: Repository,
  { record: { directoryModes } }: Snapshot,
  written: readonly string[],
): Promise<readonly MovedDirectory[]> {
  if (process.platform === "win32") return [];
  const modes = new Map(directoryModes);
  const found = new BytePaths(workTree);
  const directories: MovedDirectory[] = [];
  for (const path of parentsOf(written)) {
    // A checkpoint of an earlier version does not know them; those that are there stay as they are.
    if (directoryModes === undefined && (await found.status(path))?.isDirectory() === true) continue;
    const mode = modes.get(path);
    directories.push({ path, mode: mode === undefined ? usualDirectoryMode : Number.parseInt(mode, 8), isKept: false });
  }
  return directories;
}

/** The directories that are there, on the way to files. Git removes a directory with its last file, and makes none without files. */
async function directoriesNow({ workTree }: Repository, paths: readonly string[]): Promise<readonly MovedDirectory[]> {
  const directories: MovedDirectory[] = [];
  const found = new BytePaths(workTree);
  for (const path of parentsOf(paths)) {
    const status = await found.status(path);
    if (status?.isDirectory() === true) directories.push({ path, mode: status.mode & 0o7777, isKept: true });
  }
  return directories;
}

/** Git looks at all files before it changes one, and refuses if one is not as it was saved a moment ago. */
async function carryOut(repository: Repository, move: Move, before: Snapshot): Promise<void> {
  try {
    await startMove(repository, move);
  } catch (error) {
    if (!PreceptError.is(error, "CHECKPOINT_FAILED")) throw error;
    // Nothing is left to undo, or the journal says what is.
    try {
      writePrivateFile(repository, join(move.exact.dir, undoneMark), "");
    } catch {
      // The error below says more.
    }
    const remedy = `Everything that was there is kept in ${before.ref}. No file was changed; run the command again when the files that git names no longer change.`;
    throw failureOf(
      repository.task,
      error.details.reason,
      error.details.reason.includes("interrupted") ? error.hint : remedy,
      error,
    );
  }
}
