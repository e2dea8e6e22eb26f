import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { BytePaths, moveFile, setMode } from "@precept/files";
import type { ExactGit } from "./exact-git.ts";
import { failureOf } from "./git-task.ts";
import { indexMode } from "./index-lock.ts";
import { removeJournal, writeJournal, type MoveDirection } from "./journal.ts";
import { lookAt } from "./list-files.ts";
import { indexFile, treesOf, type MovePlan } from "./move-plan.ts";
import { joinNul, parentsOf, splitNul } from "./paths.ts";
import { makePreceptDir, readGitDirFile, readGitDirText, removeFromGitDir, writePrivateFile } from "./private-files.ts";
import { isRunningWith } from "./process-owner.ts";
import type { Repository } from "./repository.ts";
import { saveInterrupted } from "./snapshot.ts";
import { undoCommand } from "./undo.ts";

/** A rollback that is made or undone. Its caller holds the lock of the index. */
export interface Move {
  readonly id: string;
  readonly direction: MoveDirection;
  readonly plan: MovePlan;
  /** The git directory of the rollback; its index describes the files before the move. */
  readonly exact: ExactGit;
}

/** In the directory of a rollback while it is prepared. */
export const pendingMark = "pending";

/** In the directory of a rollback that was undone, or refused. */
export const undoneMark = "undone";

/** In the directory of a rollback: the process id of the git that moves its files. */
const pidFile = "git-pid";

/**
 * Writes and removes files so that the working tree goes from one state to the other. Before the first file is touched, the journal says that the
 * move has begun; a process that finds it there calls {@link completeMove}.
 *
 * @throws PreceptError `CHECKPOINT_FAILED`, with nothing changed, if a file is not as the plan says.
 */
export async function startMove(repository: Repository, move: Move): Promise<void> {
  const { exact, plan, direction, id } = move;
  const { from, to } = treesOf(plan, direction);
  await exact.git(["read-tree", "-n", "-m", "-u", from, to]);
  writeJournal(repository, { direction, id });
  try {
    await removeFromGitDir(repository, join(exact.dir, pendingMark));
    await moveFiles(move, ["-m", from, to]);
  } catch (error) {
    // Git refuses before it changes a file. Where it stopped half way, as on a full disk, the files go back.
    if (!isRefusal(error)) {
      await completeMove(repository, { ...move, direction: direction === "restore" ? "undo" : "restore" });
    }
    await removeJournal(repository);
    throw error;
  }
  await finishMove(repository, move);
}

/**
 * Completes a move that was interrupted. Contents that are neither those before the move nor those after it are saved first.
 *
 * @throws PreceptError `CHECKPOINT_FAILED`; the journal stays, and completing can be tried again.
 */
export async function completeMove(repository: Repository, move: Move): Promise<void> {
  const { exact, plan, direction, id } = move;
  await waitForGit(repository, move);
  try {
    await removeFromGitDir(repository, `${exact.index}.lock`);
    writeJournal(repository, { direction, id });
    const { from, to } = treesOf(plan, direction);
    const found = await findOther(repository, move);
    if (found !== undefined) await saveInterrupted(repository, id, found);
    // The index may describe either state. Git writes the files in which it differs from the tree to go to, and no others.
    await exact.git(["read-tree", "--reset", from], { signal: undefined });
    await moveFiles(move, ["--reset", to]);
    await removeEmptyDirectories(repository, plan);
    await finishMove(repository, move);
  } catch (error) {
    throw failureOf(
      repository.task,
      `the rollback "${id}" was interrupted and cannot be completed: ${error instanceof Error ? error.message : String(error)}`,
      `Resolve that, then run \`precept checkpoint list\`, which completes it. To go back to the state before it: \`${undoCommand(repository, id)}\`.`,
      error,
    );
  }
}

/** Git writes files that no one else can read; their permissions follow when they have their contents. */
async function moveFiles({ exact }: Move, trees: readonly string[]): Promise<void> {
  // Told to stop now, the files would be half in one state and half in the other.
  const call = { timeLimit: 0, signal: undefined, privately: { pidFile: join(exact.dir, pidFile) } };
  const [how = "", ...rest] = trees;
  await exact.git(["read-tree", how, "-u", ...rest], call);
}

/** Git removes a directory with its last file, but leaves the outer ones where it finds that the file was already gone. */
async function removeEmptyDirectories({ workTree }: Repository, { changed }: MovePlan): Promise<void> {
  const paths = new BytePaths(workTree);
  for (const path of [...parentsOf(changed)].toReversed()) {
    await paths.removeEmptyDirectory(path).catch(() => undefined);
  }
}

/** Everything after the files themselves. Doing it twice changes nothing. */
async function finishMove(repository: Repository, { direction, plan, exact }: Move): Promise<void> {
  const paths = new BytePaths(repository.workTree);
  const { modes, directories, hasIndex } = plan[direction];
  for (const { path } of directories.filter(({ isKept }) => isKept)) await paths.makeDirectory(path);
  await putIndex(repository, hasIndex ? indexFile(exact.dir, direction) : undefined);
  for (const [path, mode] of modes) await paths.setMode(path, mode);
  // A directory that its owner may not enter comes after what lies in it.
  for (const { path, mode } of directories.toReversed()) {
    const found = await paths.status(path);
    if (found?.isDirectory() === true && (found.mode & 0o7777) !== mode) await paths.setMode(path, mode);
  }
  if (direction === "undo") writePrivateFile(repository, join(exact.dir, undoneMark), "");
  await setMode(repository.gitRoot, exact.index, 0o600).catch(() => undefined);
  await removeJournal(repository);
  await removeFromGitDir(repository, join(exact.dir, pidFile));
  await removeFromGitDir(repository, join(exact.dir, pendingMark));
}

/** Replaces the index in one step. It keeps its permissions. */
async function putIndex(repository: Repository, source: string | undefined): Promise<void> {
  const { index } = repository;
  if (source === undefined) {
    await removeFromGitDir(repository, index);
    return;
  }
  const mode = indexMode(repository);
  const saved = await readGitDirFile(repository, source);
  if (saved === undefined) throw failureOf(repository.task, `"${source}" is missing or cannot be read`);
  const draft = join(await makePreceptDir(repository), "index.new");
  writePrivateFile(repository, draft, saved.bytes, { modified: saved.modified });
  if (process.platform !== "win32") await setMode(repository.gitRoot, draft, mode);
  await moveFile(repository.gitRoot, draft, index);
}

/**
 * Looks for files that are neither as they were nor as they will be, and not missing.
 *
 * @returns a tree with all files as they are now; undefined if there are none.
 */
async function findOther(repository: Repository, { exact, plan }: Move): Promise<string | undefined> {
  const env = { GIT_INDEX_FILE: join(exact.dir, "now") };
  const call = { env, signal: undefined };
  const there = (await lookAt(repository, plan.changed)).map(({ path }) => path);
  const known = new Set(there);
  const gone = plan.changed.filter((path) => !known.has(path));
  await exact.git(["read-tree", plan.before], call);
  if (gone.length > 0) await exact.git(["update-index", "--force-remove", "-z", "--stdin"], { ...call, input: joinNul(gone) });
  await exact.git(["update-index", "--add", "--replace", "-z", "--stdin"], { ...call, input: joinNul(there) });
  const now = (await exact.git(["write-tree"], call)).text.trim();
  await removeFromGitDir(repository, env.GIT_INDEX_FILE);
  const differing = async (tree: string): Promise<readonly string[]> => {
    const { text } = await exact.git(["diff-tree", "-r", "-z", "--no-renames", "--name-only", tree, now], { signal: undefined });
    return splitNul(text);
  };
  const notAfter = new Set(await differing(plan.after));
  return (await differing(plan.before)).some((path) => notAfter.has(path) && known.has(path)) ? now : undefined;
}

/** Whether git has refused to change files because one is not as it was. It changes none then. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && /not uptodate|would be (?:overwritten|removed)|would lose/.test(error.message);
}

/** Waits for a git that outlived the process that had started it. */
async function waitForGit(repository: Repository, { exact }: Move): Promise<void> {
  const { task } = repository;
  const pid = Number(await readGitDirText(repository, join(exact.dir, pidFile)));
  if (!Number.isSafeInteger(pid) || pid <= 0) return;
  const isMoving = (): Promise<boolean> => isRunningWith(pid, exact.dir);
  const step = 20;
  for (let waited = 0; await isMoving(); waited += step) {
    if (waited > task.timeLimit && task.timeLimit > 0) {
      const problem = `git still moves the files of a rollback that was interrupted: process ${pid}`;
      throw failureOf(task, problem, "Wait for that process to end, or end it, and run the command again.");
    }
    await setTimeout(step);
  }
}
