import { join } from "node:path";
import { randomUUID } from "node:crypto";
import {
  existsInGitDir,
  makePreceptDir,
  readGitDirFile,
  removeFromGitDir,
  writePrivateFile,
  type GitDirectory,
} from "./private-files.ts";
import { checkpointError } from "./git-task.ts";
import { hasSplitIndex, type Repository } from "./repository.ts";

/** The staged state of a working tree. */
export interface Staged {
  /** The bytes of the index; undefined if there is none. */
  readonly bytes: Buffer | undefined;
  /** When the index was written, in seconds since 1970. */
  readonly time: number;
  /** The tree of the staged files. A reference to it protects them from garbage collection. */
  readonly tree: string;
}

/** Reads the index. Its bytes store more than a tree can, such as the flags intent-to-add and skip-worktree. */
export async function readStaged(repository: Repository): Promise<Staged> {
  const { git, index } = repository;
  const copy = join(await makePreceptDir(repository), `staged.${randomUUID()}`);
  const env = { GIT_INDEX_FILE: copy };
  try {
    const found = await readGitDirFile(repository, index);
    if (found === undefined) {
      if (existsInGitDir(repository, index)) throw checkpointError(repository.task, `the index cannot be read: "${index}"`);
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

/** Writes an index with its original time. With a newer time, git would miss a change in the same second. */
export function writeIndex(directory: GitDirectory, path: string, bytes: Uint8Array, time: number): void {
  writePrivateFile(directory, path, bytes, { modified: time * 1000 });
}
