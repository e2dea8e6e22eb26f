import { copyFile, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { makePreceptDir, writePrivateFile } from "./private-files.ts";
import { hasSplitIndex, type Repository } from "./repository.ts";

/** What is staged. */
export interface Staged {
  /** The index, as git wrote it; undefined where there is none. */
  readonly bytes: Buffer | undefined;
  /** When it was written, in whole seconds since 1970. */
  readonly time: number;
  /** The tree it describes. It keeps what is staged from being cleared away. */
  readonly tree: string;
}

/** Reads what is staged. The bytes of the index say more than a tree can: what is only announced, what is skipped, what is taken for unchanged. */
export async function readStaged(repository: Repository): Promise<Staged> {
  const { git, index } = repository;
  const copy = join(await makePreceptDir(repository), `staged.${randomUUID()}`);
  const env = { GIT_INDEX_FILE: copy };
  try {
    const time = await stat(index).then(
      ({ mtimeMs }) => Math.floor(mtimeMs / 1000),
      () => undefined,
    );
    if (time === undefined) return { bytes: undefined, time: 0, tree: (await git(["write-tree"], { env })).text.trim() };
    await copyFile(index, copy);
    if (await hasSplitIndex(repository)) await git(["update-index", "--no-split-index"], { env });
    const bytes = await readFile(copy);
    return { bytes, time, tree: (await git(["write-tree", "--missing-ok"], { env })).text.trim() };
  } finally {
    await rm(copy, { force: true });
  }
}

/**
 * Writes an index, no younger than it was: git looks closer at files that are as old as the index, and would take one for unchanged that was
 * changed in the instant in which the index was written.
 */
export async function writeIndex(path: string, bytes: Uint8Array, time: number): Promise<void> {
  await writePrivateFile(path, bytes);
  await utimes(path, time, time);
}
