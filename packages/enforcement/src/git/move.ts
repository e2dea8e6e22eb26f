import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { BytePaths, moveFile, setMode } from "@precept/files";
import type { ExactGit } from "./exact-git.ts";
import { checkpointError, undoCommand } from "./git-task.ts";
import { indexMode } from "./index-lock.ts";
import { removeJournal, writeJournal, type MoveDirection, indexFile, treesOf, type MovePlan } from "./move-plan.ts";
import { statFiles } from "./list-files.ts";
import { joinNul, parentsOf, splitNul } from "./paths.ts";
import { makePreceptDir, readGitDirFile, readGitDirText, removeFromGitDir, writePrivateFile } from "./private-files.ts";
import { isRunningWith } from "./process-owner.ts";
import type { Repository } from "./repository.ts";
import { saveInterrupted } from "./snapshot.ts";

/** Making or undoing a rollback. The caller holds the lock of the index. */
export interface Move {
  readonly id: string;
  readonly direction: MoveDirection;
  readonly plan: MovePlan;
  /** The git directory of the rollback; its index describes the files before the move. */
  readonly exact: ExactGit;
}

/** A file in the directory of a rollback that is being prepared. */
export const pendingMark = "pending";

/** A file in the directory of a rollback that was undone or refused. */
export const undoneMark = "undone";

/** A file in the directory of a rollback: the id of the git process that moves files. */
const pidFile = "git-pid";

/** Begins a move, see {@link completeMove}. @throws PreceptError `CHECKPOINT_FAILED`, with nothing changed */
export async function startMove(repository: Repository, move: Move): Promise<void> {
  const { exact, plan, direction, id } = move;
  const { from, to } = treesOf(plan, direction);
  await exact.git(["read-tree", "-n", "-m", "-u", from, to]);
  writeJournal(repository, { direction, id });
  try {
    await removeFromGitDir(repository, join(exact.dir, pendingMark));
    await moveFiles(move, ["-m", from, to]);
  } catch (error) {
    // A refusal changes no files. If git stopped half way, for example on a full disk, move back.
    if (!isRefusal(error)) {
      await completeMove(repository, { ...move, direction: direction === "restore" ? "undo" : "restore" });
    }
    await removeJournal(repository);
    throw error;
  }
  await finishMove(repository, move);
}

/** Completes an interrupted move. Saves files with contents of neither state first. Can be repeated. */
export async function completeMove(repository: Repository, move: Move): Promise<void> {
  const { exact, plan, direction, id } = move;
  await waitForGit(repository, move);
  try {
    await removeFromGitDir(repository, `${exact.index}.lock`);
    writeJournal(repository, { direction, id });
    const { from, to } = treesOf(plan, direction);
    const found = await findUnknownFiles(repository, move);
    if (found !== undefined) await saveInterrupted(repository, id, found);
    // The index may describe either state. Git writes only the files in which it differs from the target tree.
    await exact.git(["read-tree", "--reset", from], { signal: undefined });
    await moveFiles(move, ["--reset", to]);
    await removeEmptyDirectories(repository, plan);
    await finishMove(repository, move);
  } catch (error) {
    throw checkpointError(
      repository.task,
      `the rollback "${id}" was interrupted and cannot be completed: ${error instanceof Error ? error.message : String(error)}`,
      `Fix the cause, then run \`precept checkpoint list\` to complete the rollback, or undo it with \`${undoCommand(repository, id)}\`.`,
      error,
    );
  }
}

/** Moves files with git. New files are private until {@link finishMove} sets their permissions. */
async function moveFiles({ exact }: Move, trees: readonly string[]): Promise<void> {
  // No time limit and no signal: an interruption would leave files of both states.
  const call = { timeLimit: 0, signal: undefined, privateUmask: { pidFile: join(exact.dir, pidFile) } };
  const [how = "", ...rest] = trees;
  await exact.git(["read-tree", how, "-u", ...rest], call);
}

/** Removes empty parent directories, which git leaves behind if their last file was already missing. */
async function removeEmptyDirectories({ workingTree }: Repository, { changed }: MovePlan): Promise<void> {
  const paths = new BytePaths(workingTree);
  for (const path of [...parentsOf(changed)].toReversed()) {
    await paths.removeEmptyDirectory(path).catch(() => undefined);
  }
}

/** Completes a move after the files were moved. Idempotent. */
async function finishMove(repository: Repository, { direction, plan, exact }: Move): Promise<void> {
  const paths = new BytePaths(repository.workingTree);
  const { modes, directories, hasIndex } = plan[direction];
  for (const { path } of directories.filter(({ isKept }) => isKept)) await paths.makeDirectory(path);
  await installIndex(repository, hasIndex ? indexFile(exact.dir, direction) : undefined);
  for (const [path, mode] of modes) await paths.setMode(path, mode);
  // Inner directories first: the mode of an outer one may deny access to them.
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

/** Replaces the index atomically and preserves its permissions. */
async function installIndex(repository: Repository, source: string | undefined): Promise<void> {
  const { index } = repository;
  if (source === undefined) {
    await removeFromGitDir(repository, index);
    return;
  }
  const mode = indexMode(repository);
  const saved = await readGitDirFile(repository, source);
  if (saved === undefined) throw checkpointError(repository.task, `"${source}" is missing or cannot be read`);
  const draft = join(await makePreceptDir(repository), "index.new");
  writePrivateFile(repository, draft, saved.bytes, { modified: saved.modified });
  if (process.platform !== "win32") await setMode(repository.gitRoot, draft, mode);
  await moveFile(repository.gitRoot, draft, index);
}

/** Returns a tree with the current files of the plan if one of them has contents of neither state. */
async function findUnknownFiles(repository: Repository, { exact, plan }: Move): Promise<string | undefined> {
  const env = { GIT_INDEX_FILE: join(exact.dir, "now") };
  const call = { env, signal: undefined };
  const there = (await statFiles(repository, plan.changed)).map(({ path }) => path);
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

/** Whether git refused to change any file because one was modified. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && /not uptodate|would be (?:overwritten|removed)|would lose/.test(error.message);
}

/** Waits for a git process that outlived the process that started it. */
async function waitForGit(repository: Repository, { exact }: Move): Promise<void> {
  const { task } = repository;
  const pid = Number(await readGitDirText(repository, join(exact.dir, pidFile)));
  if (!Number.isSafeInteger(pid) || pid <= 0) return;
  const isMoving = (): Promise<boolean> => isRunningWith(pid, exact.dir);
  const step = 20;
  for (let waited = 0; await isMoving(); waited += step) {
    if (waited > task.timeLimit && task.timeLimit > 0) {
      const problem = `process ${pid} of git is still moving the files of an interrupted rollback`;
      throw checkpointError(task, problem, "Wait until that process ends, or terminate it, and run the command again.");
    }
    await setTimeout(step);
  }
}
