import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { failureOf, type GitTask } from "./git-task.ts";
import { makePreceptDir, writePrivateFile } from "./private-files.ts";
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
export async function indexMode({ index }: Pick<Repository, "index">): Promise<number> {
  return stat(index).then(
    ({ mode }) => mode & 0o777,
    () => 0o644,
  );
}

/** @throws PreceptError `CHECKPOINT_FAILED` if git or another process of Precept is at work. */
export async function refuseLocked(repository: Repository): Promise<void> {
  const state = await readLock(repository);
  if (state.kind === "git" || state.kind === "running") throw lockedIndex(repository, state);
}

export async function readLock(repository: Repository): Promise<LockState> {
  const text = await readStart(lockPath(repository));
  if (text === undefined) return { kind: "free" };
  const owner = readOwner(text);
  if (owner === undefined) return { kind: "git" };
  return { kind: (await isRunning(owner)) ? "running" : "stale", owner, text };
}

/** The first bytes of a file: git's lock may hold a large index. */
async function readStart(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    const read = await file?.read(Buffer.alloc(1024), 0, 1024, 0);
    return read?.buffer.toString("utf8", 0, read.bytesRead);
  } finally {
    await file?.close();
  }
}

/**
 * Locks the index as git does, so that nothing is staged in the meantime. The lock names this process, so that it can be recognised after the process
 * was killed; such a lock is replaced.
 *
 * @returns what unlocks it.
 * @throws PreceptError `CHECKPOINT_FAILED` if the index is locked.
 */
export async function lockIndex(repository: Repository): Promise<() => Promise<void>> {
  const { task } = repository;
  const path = lockPath(repository);
  const draft = join(await makePreceptDir(repository), `lock-${randomUUID()}`);
  await writePrivateFile(draft, await printOwner());
  try {
    while (!(await createLock(task, draft, path))) {
      const state = await readLock(repository);
      if (state.kind === "git" || state.kind === "running") throw lockedIndex(repository, state);
      if (state.kind === "stale") await removeStale(path, `${draft}.stale`, state.text);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(path, { force: true });
}

/** @returns false if there is a lock. */
async function createLock(task: GitTask, draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return false;
    // Some file systems have no hard links.
    if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "ENOSYS")
      return createLockByCopy(draft, path);
    throw failureOf(task, "the index cannot be written", undefined, error);
  }
}

async function createLockByCopy(draft: string, path: string): Promise<boolean> {
  const file = await open(path, "wx", 0o600).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return undefined;
    throw error;
  });
  await file?.writeFile(await readFile(draft)).finally(() => file.close());
  return file !== undefined;
}

/** Removes a lock with a known text, and no other: another process may have replaced it by now. */
async function removeStale(path: string, aside: string, text: string): Promise<void> {
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, "utf8").catch(() => undefined);
  if (moved !== undefined && moved !== text) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Says who holds the lock, and what to do. */
export function lockedIndex(repository: Pick<Repository, "task" | "index">, state: LockState): Error {
  const path = lockPath(repository);
  if (state.kind === "running") {
    const { pid, host } = state.owner;
    return failureOf(
      repository.task,
      `Precept is at work there: process ${pid} on "${host}" holds "${path}"`,
      `Wait for it to end. If that process is not Precept, or its machine is gone, remove that file and run the command again.`,
    );
  }
  return failureOf(
    repository.task,
    `another git process is at work: "${path}" exists`,
    "Wait for it to end. If there is none, it crashed: remove that file.",
  );
}
