import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { errorCode, isMissing, linkFile, moveFile, openIn, statusIn } from "@precept/files";
import { failureOf } from "./git-task.ts";
import { makePreceptDir, readGitDirText, removeFromGitDir, writePrivateFile, type GitDirectory } from "./private-files.ts";
import { isRunning, printOwner, readOwner, type ProcessOwner } from "./process-owner.ts";
import type { Repository } from "./repository.ts";

/** Who holds the lock of the index: git, a process of Precept that runs, or one that was ended and left the lock behind. */
export type LockState =
  | { readonly kind: "free" | "git" }
  | { readonly kind: "running" | "stale"; readonly owner: ProcessOwner; readonly text: string };

/** Where git, too, locks the index. */
export function lockPath({ index }: Pick<Repository, "index">): string {
  return `${index}.lock`;
}

/** The permissions of the index, which a new one is given as well. */
export function indexMode({ gitRoot, index }: Repository): number {
  return (statusIn(gitRoot, index, "none")?.mode ?? 0o644) & 0o777;
}

/** @throws PreceptError `GIT_BUSY` if git or another Precept process holds the lock. */
export async function refuseLocked(repository: Repository): Promise<void> {
  const state = await readLock(repository);
  if (state.kind === "git" || state.kind === "running") throw lockedIndex(repository, state);
}

export async function readLock(repository: Repository): Promise<LockState> {
  const text = await readStart(repository, lockPath(repository));
  if (text === undefined) return { kind: "free" };
  const owner = readOwner(text);
  if (owner === undefined) return { kind: "git" };
  return { kind: (await isRunning(owner)) ? "running" : "stale", owner, text };
}

/** The first bytes of a file: git's lock may hold a large index. Empty for what cannot be read; undefined if there is none. */
async function readStart({ gitRoot }: GitDirectory, path: string): Promise<string | undefined> {
  try {
    await using file = await openIn(gitRoot, path, "read", { links: "none" });
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    return isMissing(error) ? undefined : "";
  }
}

/**
 * Locks the index as git does, so that nothing is staged in the meantime. The lock names this process, so that it can be recognised after the process
 * was killed; such a lock is replaced.
 *
 * @returns what unlocks it.
 * @throws PreceptError `GIT_BUSY` if the index is locked.
 */
export async function lockIndex(repository: Repository): Promise<() => Promise<void>> {
  const path = lockPath(repository);
  const text = await printOwner();
  const draft = join(await makePreceptDir(repository), `lock-${randomUUID()}`);
  writePrivateFile(repository, draft, text);
  try {
    while (!(await createLock(repository, draft, text))) {
      const state = await readLock(repository);
      if (state.kind === "git" || state.kind === "running") throw lockedIndex(repository, state);
      if (state.kind === "stale") await removeStale(repository, `${draft}.stale`, state.text);
    }
  } finally {
    await removeFromGitDir(repository, draft);
  }
  return () => removeFromGitDir(repository, path);
}

/** @returns false if there is a lock. */
async function createLock(repository: Repository, draft: string, text: string): Promise<boolean> {
  try {
    await linkFile(repository.gitRoot, draft, lockPath(repository));
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST") return false;
    // Some file systems have no hard links.
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "ENOSYS")
      return createLockWithText(repository, text);
    if (PreceptError.is(error)) throw error;
    throw failureOf(repository.task, "the index cannot be written", undefined, error);
  }
}

async function createLockWithText(repository: Repository, text: string): Promise<boolean> {
  try {
    await using file = await openIn(repository.gitRoot, lockPath(repository), "create", { links: "none", isPrivate: true });
    await file.writeFile(text);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes a lock with a known text, and no other: another process may have replaced it by now. */
async function removeStale(repository: Repository, aside: string, text: string): Promise<void> {
  const path = lockPath(repository);
  await moveFile(repository.gitRoot, path, aside).catch(() => undefined);
  const moved = await readGitDirText(repository, aside);
  if (moved !== text) await linkFile(repository.gitRoot, aside, path).catch(() => undefined);
  await removeFromGitDir(repository, aside);
}

/** The error `GIT_BUSY`, which names the process that holds the lock. */
export function lockedIndex(repository: Pick<Repository, "task" | "index">, state: LockState): Error {
  const path = lockPath(repository);
  if (state.kind === "running") {
    const { pid, host } = state.owner;
    return new PreceptError("GIT_BUSY", { path, process: { id: pid, host } });
  }
  return new PreceptError("GIT_BUSY", { path });
}
