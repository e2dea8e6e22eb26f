import { join, resolve } from "node:path";
import { isInternalFile, readFileIn, statusIn } from "@precept/files";
import { openExactGit } from "./exact-git.ts";
import { createBusyError, lockIndex, readLock } from "./index-lock.ts";
import { readJournal, removeJournal, hasPlan, readPlan, rollbackDir } from "./move-plan.ts";
import { completeMove, pendingMark } from "./move.ts";
import { existsInGitDir, listPreceptDir, preceptDir, removeFromGitDir } from "./private-files.ts";
import { isRunning, readOwner } from "./process-owner.ts";
import { openRepository, type Repository } from "./repository.ts";
import { convertErrors, type GitTask } from "./git-task.ts";
import { removeRef } from "./snapshot.ts";

export interface RepositoryOptions extends Partial<Pick<GitTask, "timeLimit" | "signal">> {
  /** Whether to leave an interrupted rollback incomplete. Default false: it is completed. */
  readonly readOnly?: boolean;
}

/** Two minutes. */
const defaultTimeLimit = 120_000;

/** Runs an operation on a repository, after recovery. @param action a verb phrase for errors, such as `roll back`. */
export async function withRepository<Result>(
  action: string,
  root: string,
  { timeLimit = defaultTimeLimit, signal, readOnly = false }: RepositoryOptions,
  work: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  const task = { action, directory: resolve(root), timeLimit, signal };
  return convertErrors(task, async () => {
    const repository = await openRepository(task);
    if (!readOnly) await recover(repository);
    return work(repository);
  });
}

/** Completes the rollback of a killed Precept process and removes its lock and files, unless another one is running. */
async function recover(repository: Repository): Promise<void> {
  const names = await listPreceptDir(repository);
  await removeTemporaryFiles(repository, names);
  const lock = await readLock(repository);
  if (lock.kind === "running") return;
  const isInterrupted = names.includes("journal");
  if (isInterrupted && lock.kind === "git") throw createBusyError(repository, lock);
  if (!isInterrupted && lock.kind !== "stale") return;
  const unlock = await lockIndex(repository);
  try {
    await completeJournal(repository);
    await removePending(repository);
  } finally {
    await unlock();
  }
}

async function completeJournal(repository: Repository): Promise<void> {
  const entry = await readJournal(repository);
  if (entry === undefined) return;
  const { id, direction } = entry;
  const dir = rollbackDir(repository, id);
  const plan = await readPlan(repository, dir);
  // Without a plan the move cannot be completed: its directory was deleted, for example by hand.
  if (plan === undefined) await removeJournal(repository);
  else await completeMove(repository, { id, direction, plan, exact: openExactGit(repository, dir) });
}

/** Removes rollbacks that were prepared but never started. They have changed no files. */
export async function removePending(repository: Repository): Promise<void> {
  const ids = await listPreceptDir(repository, "rollback");
  for (const id of ids) {
    const dir = rollbackDir(repository, id);
    if (!existsInGitDir(repository, join(dir, pendingMark)) && hasPlan(repository, dir)) continue;
    await removeRef(repository, "rollback", id);
    await removeFromGitDir(repository, dir);
  }
}

/** How long a temporary directory may lack its owner file, which is written just after it, in milliseconds. */
const maxUnowned = 60 * 60_000;

/** The name of the owner file in a temporary directory. Empty: the file itself names its owner. Undefined: neither. */
function ownerFileOf(name: string): string | undefined {
  if (/^(?:snapshot|preview)-/.test(name)) return "owner";
  if (name.startsWith("lock-") || isInternalFile(name)) return "";
  return name.startsWith("staged.") ? "owner" : undefined;
}

/** Removes temporary directories and lock drafts of processes that have ended. */
async function removeTemporaryFiles(repository: Repository, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(preceptDir(repository), name);
    const ownerFile = ownerFileOf(name);
    if (ownerFile === undefined) continue;
    const text = await readFileIn(repository.gitRoot, join(path, ownerFile), { maxBytes: 1024, links: "none" });
    const owner = text.kind === "bytes" ? readOwner(text.bytes.toString("utf8")) : undefined;
    const modified = statusIn(repository.gitRoot, path, "entry")?.mtimeMs ?? Date.now();
    const isAbandoned = owner === undefined ? Date.now() - modified > maxUnowned : !(await isRunning(owner));
    if (isAbandoned) await removeFromGitDir(repository, path);
  }
}
