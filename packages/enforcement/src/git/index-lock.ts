import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { errorCode, isMissing, linkFile, moveFile, openIn, statusIn } from "@precept/files";
import { checkpointError } from "./git-task.ts";
import { makePreceptDir, readGitDirText, removeFromGitDir, writePrivateFile, type GitDirectory } from "./private-files.ts";
import { isRunning, formatOwner, readOwner, type ProcessOwner } from "./process-owner.ts";
import type { Repository } from "./repository.ts";

/** The holder of the index lock. `stale`: a Precept process that ended without removing it. */
export type LockState =
  | { readonly kind: "free" | "git" }
  | { readonly kind: "running" | "stale"; readonly owner: ProcessOwner; readonly text: string };

/** The path of the lock file, which git uses too. */
function lockPath({ index }: Pick<Repository, "index">): string {
  return `${index}.lock`;
}

/** Returns the permissions of the index. A new index gets the same. */
export function indexMode({ gitRoot, index }: Repository): number {
  return (statusIn(gitRoot, index, "none")?.mode ?? 0o644) & 0o777;
}

/** @throws PreceptError `GIT_BUSY` if git or another Precept process holds the lock. */
export async function assertIndexUnlocked(repository: Repository): Promise<void> {
  const state = await readLock(repository);
  if (state.kind === "git" || state.kind === "running") throw createBusyError(repository, state);
}

export async function readLock(repository: Repository): Promise<LockState> {
  const text = await readStart(repository, lockPath(repository));
  if (text === undefined) return { kind: "free" };
  const owner = readOwner(text);
  if (owner === undefined) return { kind: "git" };
  return { kind: (await isRunning(owner)) ? "running" : "stale", owner, text };
}

/** Reads the first bytes: git's lock may be a large index. Empty if unreadable; undefined if it does not exist. */
async function readStart({ gitRoot }: GitDirectory, path: string): Promise<string | undefined> {
  try {
    await using file = await openIn(gitRoot, path, "read", { links: "none" });
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    return isMissing(error) ? undefined : "";
  }
}

/** Locks git's index. Replaces a killed Precept's lock. Returns the unlock function. @throws PreceptError `GIT_BUSY` */
export async function lockIndex(repository: Repository): Promise<() => Promise<void>> {
  const path = lockPath(repository);
  const text = await formatOwner();
  const draft = join(await makePreceptDir(repository), `lock-${randomUUID()}`);
  writePrivateFile(repository, draft, text);
  try {
    while (!(await createLock(repository, draft, text))) {
      const state = await readLock(repository);
      if (state.kind === "git" || state.kind === "running") throw createBusyError(repository, state);
      if (state.kind === "stale") await removeStale(repository, `${draft}.stale`, state.text);
    }
  } finally {
    await removeFromGitDir(repository, draft);
  }
  return () => removeFromGitDir(repository, path);
}

/** Creates the lock. @returns false if it exists. */
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
    throw checkpointError(repository.task, "the index cannot be written", undefined, error);
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

/** Removes a stale lock, unless its text differs: another process may have replaced it. */
async function removeStale(repository: Repository, movedTo: string, text: string): Promise<void> {
  const path = lockPath(repository);
  await moveFile(repository.gitRoot, path, movedTo).catch(() => undefined);
  const moved = await readGitDirText(repository, movedTo);
  if (moved !== text) await linkFile(repository.gitRoot, movedTo, path).catch(() => undefined);
  await removeFromGitDir(repository, movedTo);
}

export function createBusyError(repository: Pick<Repository, "task" | "index">, state: LockState): Error {
  const path = lockPath(repository);
  if (state.kind === "running") {
    const { pid, host } = state.owner;
    return new PreceptError("GIT_BUSY", { path, process: { id: pid, host } });
  }
  return new PreceptError("GIT_BUSY", { path });
}
