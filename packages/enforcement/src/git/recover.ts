import { join } from "node:path";
import { isInternalFile, readFileIn, statusIn } from "@precept/files";
import { openExactGit } from "./exact-git.ts";
import { lockedIndex, lockIndex, readLock } from "./index-lock.ts";
import { readJournal, removeJournal } from "./journal.ts";
import { completeMove, pendingMark } from "./move.ts";
import { readPlan } from "./move-plan.ts";
import { isThere, listPreceptDir, preceptDir, removeFromGitDir } from "./private-files.ts";
import { isRunning, readOwner } from "./process-owner.ts";
import type { Repository } from "./repository.ts";
import { removeRef } from "./snapshot.ts";
import { rollbackDir } from "./undo.ts";

/**
 * Clears up after a process of Precept that was killed: completes the rollback or the undoing that it had begun, and removes its lock and its
 * temporary files. Does nothing while a process of Precept is at work.
 *
 * @throws PreceptError `CHECKPOINT_FAILED` if a rollback cannot be completed.
 */
export async function recover(repository: Repository): Promise<void> {
  const names = await listPreceptDir(repository);
  await removeScratch(repository, names);
  const lock = await readLock(repository);
  if (lock.kind === "running") return;
  const isInterrupted = names.includes("journal");
  if (isInterrupted && lock.kind === "git") throw lockedIndex(repository, lock);
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
  // Without its plan nothing is known about the move, and its directory is gone: pruned by hand, say.
  if (plan === undefined) await removeJournal(repository);
  else await completeMove(repository, { id, direction, plan, exact: openExactGit(repository, dir) });
}

/** Removes rollbacks that were prepared and never begun. Their files are as they were. */
export async function removePending(repository: Repository): Promise<void> {
  const ids = await listPreceptDir(repository, "rollback");
  for (const id of ids) {
    const dir = rollbackDir(repository, id);
    if (!isThere(repository, join(dir, pendingMark)) && isThere(repository, join(dir, "undo.sh"))) continue;
    await removeRef(repository, "rollback", id);
    await removeFromGitDir(repository, dir);
  }
}

/** How long a directory may be without an owner: it is made a moment before its owner is written. In milliseconds. */
const maxUnowned = 60 * 60_000;

/** Where the owner of a temporary file is: in a directory, or in the file itself. Copies of the index have none. */
function ownerFileOf(name: string): string | undefined {
  if (/^(?:snapshot|preview)-/.test(name)) return "owner";
  if (name.startsWith("lock-") || isInternalFile(name)) return "";
  return name.startsWith("staged.") ? "owner" : undefined;
}

/** Removes the temporary git directories, and the drafts of locks, of processes that have ended. */
async function removeScratch(repository: Repository, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = join(preceptDir(repository), name);
    const ownerFile = ownerFileOf(name);
    if (ownerFile === undefined) continue;
    const text = await readFileIn(repository.gitRoot, join(path, ownerFile), { maxBytes: 1024, links: "none" });
    const owner = text.kind === "bytes" ? readOwner(text.bytes.toString("utf8")) : undefined;
    const modified = statusIn(repository.gitRoot, path, "entry")?.mtimeMs ?? Date.now();
    const isLeft = owner === undefined ? Date.now() - modified > maxUnowned : !(await isRunning(owner));
    if (isLeft) await removeFromGitDir(repository, path);
  }
}
