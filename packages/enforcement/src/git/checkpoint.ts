import { withoutUndefined } from "@precept/core";
import { randomUUID } from "node:crypto";
import { relative, resolve, sep } from "node:path";
import { openRoot } from "@precept/files";
import { storeFiles, withExactGit } from "./store-files.ts";
import { assertIndexUnlocked } from "./index-lock.ts";
import { toBytePath } from "./paths.ts";
import { withRepository } from "./recover.ts";
import { assertNoOperationInProgress, type Repository } from "./repository.ts";
import { readStaged } from "./staged.ts";
import { saveSnapshot, type ListedSnapshot } from "./snapshot.ts";

export interface CheckpointOptions {
  /** The session that the checkpoint belongs to. */
  readonly session?: string;
  /** The clock. Default: the system clock. */
  readonly now?: () => Date;
  /**
   * Files and directories to exclude, relative to the directory. Precept's own state is always excluded. Exclude files
   * that stay open for writing, such as logs and databases.
   */
  readonly exclude?: readonly string[];
  /** The time limit of each run of git, in milliseconds. Default: two minutes. */
  readonly timeLimit?: number;
  readonly signal?: AbortSignal;
}

/** A saved state of a working tree: a commit with the files and the index, and a ref that protects it. */
export type Checkpoint = ListedSnapshot;

/** Files that Precept writes while agents work. */
const alwaysExcluded = [
  ".precept/state",
  ".precept/audit",
  ...["", "-wal", "-shm", "-journal"].map((ending) => `.precept/rules.sqlite${ending}`),
];

/**
 * Saves the state of a working tree in its repository: the index, tracked and untracked files, and files that are
 * ignored individually (`.env`). Not saved: ignored directories (`node_modules/`), submodules, nested repositories. A
 * checkpoint exists until its ref is deleted; `git push --mirror` pushes it.
 *
 * @param root any directory of the working tree, which is saved as a whole.
 * @throws PreceptError `NOT_A_GIT_REPOSITORY`, `GIT_NOT_FOUND`, `GIT_OPERATION_IN_PROGRESS`,
 *   `GIT_CONFLICTS_UNRESOLVED`, `GIT_BUSY` or `CHECKPOINT_FAILED`.
 */
export async function createCheckpoint(root: string, options: CheckpointOptions = {}): Promise<Checkpoint> {
  const { session, now = () => new Date() } = options;
  return withRepository("create a checkpoint", root, options, async (repository) => {
    await assertNoOperationInProgress(repository);
    await assertIndexUnlocked(repository);
    const createdAt = now();
    const id = createId(createdAt);
    const staged = await readStaged(repository);
    return withExactGit(repository, `snapshot-${id}`, async (exact) => {
      const stored = await storeFiles(repository, exact, pathsToExclude(repository, root, options));
      const { commit, ref, record } = await saveSnapshot(repository, "checkpoint", { id, createdAt, session }, stored, staged);
      return { id, createdAt: record.createdAt, commit, ref, ...withoutUndefined({ head: record.head, session }) };
    });
  });
}

/** Creates a unique id that sorts by time, such as `20260224T103000123Z-1f2e3d4c`. */
export function createId(date: Date): string {
  return `${date.toISOString().replace(/[-:.]/g, "")}-${randomUUID().slice(0, 8)}`;
}

/** Returns the excluded paths, relative to the top of the working tree. */
export function pathsToExclude({ top }: Repository, root: string, { exclude = [] }: CheckpointOptions): ReadonlySet<string> {
  const base = openRoot(root).real;
  const inTop = [...alwaysExcluded, ...exclude].map((path) => relative(top, resolve(base, path)).split(sep).join("/"));
  return new Set(inTop.map(toBytePath));
}
