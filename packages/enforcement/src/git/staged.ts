import { join } from "node:path";
import { randomUUID } from "node:crypto";
import {
  isThere,
  makePreceptDir,
  readGitDirFile,
  removeFromGitDir,
  writePrivateFile,
  type GitDirectory,
} from "./private-files.ts";
import { failureOf } from "./git-task.ts";
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
    const found = await readGitDirFile(repository, index);
    if (found === undefined) {
      if (isThere(repository, index)) throw failureOf(repository.task, `the index cannot be read: "${index}"`);
      return { bytes: undefined, time: 0, tree: (await git(["write-tree"], { env })).text.trim() };
    }
    writePrivateFile(repository, copy, found.bytes);
    let { bytes } = found;
    if (await hasSplitIndex(repository)) {
      await git(["update-index", "--no-split-index"], { env });
      bytes = (await readGitDirFile(repository, copy))?.bytes ?? bytes;
    }
    const time = Math.floor(found.modified / 1000);
    return { bytes, time, tree: (await git(["write-tree", "--missing-ok"], { env })).text.trim() };
  } finally {
    await removeFromGitDir(repository, copy);
  }
}

/**
 * Writes an index, no younger than it was: git looks closer at files that are as old as the index, and would take one for unchanged that was
 * changed in the instant in which the index was written.
 */
export function writeIndex(directory: GitDirectory, path: string, bytes: Uint8Array, time: number): void {
  writePrivateFile(directory, path, bytes, { modified: time * 1000 });
}
