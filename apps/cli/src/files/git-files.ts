import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { pathInside } from "@precept/files";
import {
  BlobReader,
  explainGitError,
  findRepository,
  listAddedLines,
  listChangedFiles,
  listStagedFiles,
  type AddedLines,
  type FoundRepository,
  type ListProgress,
} from "@precept/enforcement/git";
import { maxTextBytes, textIn, type ReadText } from "./read-text.ts";

export interface StagedFiles {
  /** Relative to the directory, with `/`. */
  readonly files: readonly string[];
  readonly read: (file: string) => Promise<ReadText>;
  readonly close: () => Promise<void>;
}

/**
 * Finds the files in a directory that are staged and not deleted.
 *
 * @throws PreceptError `NOT_A_GIT_REPOSITORY`, or what {@link explainGitError} says.
 */
export async function openStagedFiles(root: string, onProgress?: ListProgress): Promise<StagedFiles> {
  return withRepository(root, async (repository) => {
    const staged = await listStagedFiles(repository, indexOfHook(repository), onProgress);
    const blobs = new Map(staged.map(({ path, blob }) => [path, blob]));
    const reader = new BlobReader(repository, maxTextBytes);
    return {
      files: [...blobs.keys()],
      async read(file) {
        const oid = blobs.get(file);
        if (oid === undefined) return { leftOut: "no file" };
        const blob = await reader.read(oid);
        if (blob === undefined) return { leftOut: "not fetched" };
        return blob.bytes === undefined ? { leftOut: "too large" } : textIn(blob.bytes);
      },
      close: () => reader.close(),
    };
  });
}

/**
 * Lists the files in a directory that changed, or are new, since the current branch left another.
 *
 * @param ref a branch, a tag or a commit.
 * @throws PreceptError `REVISION_UNKNOWN`, `HISTORY_UNRELATED`, `NOT_A_GIT_REPOSITORY`, or what {@link explainGitError}
 * says.
 */
export async function listFilesSince(root: string, ref: string, onProgress?: ListProgress): Promise<readonly string[]> {
  return withRepository(root, (repository) => listChangedFiles(repository, ref, onProgress));
}

/**
 * Finds the lines that a change adds in the files of a directory.
 *
 * @param since a branch, a tag or a commit. Default: what is staged.
 * @throws PreceptError as {@link listFilesSince} does.
 */
export async function findAddedLines(root: string, since: string | undefined): Promise<AddedLines> {
  return withRepository(root, (repository) => {
    if (since !== undefined) return listAddedLines(repository, { since });
    const indexFile = indexOfHook(repository);
    return listAddedLines(repository, indexFile === undefined ? {} : { indexFile });
  });
}

/** The index that a commit is made from, whose path git passes to hooks. One outside of the repository is ignored. */
function indexOfHook({ gitDir }: FoundRepository): string | undefined {
  const { GIT_INDEX_FILE: named } = process.env;
  if (named === undefined) return undefined;
  const path = resolve(named);
  return pathInside(gitDir, path) === undefined ? undefined : path;
}

async function withRepository<Result>(root: string, work: (repository: FoundRepository) => Promise<Result>): Promise<Result> {
  try {
    const repository = await findRepository(root);
    if (repository === undefined) throw new PreceptError("NOT_A_GIT_REPOSITORY", { directory: root });
    return await work(repository);
  } catch (error) {
    throw explainGitError(root, error) ?? error;
  }
}
