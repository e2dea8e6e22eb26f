import { resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { pathInside } from "@precept/files";
import {
  BlobReader,
  findRepository,
  GitFailure,
  listChangedFiles,
  listStagedFiles,
  UnsafeRepository,
  type FoundRepository,
  type ListProgress,
} from "@precept/enforcement/git";
import { maxTextBytes, textIn, type ReadText } from "./read-text.ts";

/** The files that are staged, and their staged contents. */
export interface StagedFiles {
  /** Relative to the directory, with `/`. */
  readonly files: readonly string[];
  readonly read: (file: string) => Promise<ReadText>;
  /** Ends the git process that reads the contents. */
  readonly close: () => Promise<void>;
}

/**
 * Finds the files in a directory that are staged and not deleted.
 *
 * @throws PreceptError `OPTION_INVALID` if the directory is in no git repository, or git fails.
 */
export async function openStagedFiles(root: string, onProgress?: ListProgress): Promise<StagedFiles> {
  return reportGit("--staged", root, async (repository) => {
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
 * @throws PreceptError `OPTION_INVALID` if git knows no such commit, or fails.
 */
export async function listFilesSince(root: string, ref: string, onProgress?: ListProgress): Promise<readonly string[]> {
  return reportGit("--since", ref, (repository) => listChangedFiles(repository, ref, onProgress), root);
}

/** Git names the index that it commits from to the hooks that it runs; it lies in the repository. */
function indexOfHook({ gitDir }: FoundRepository): string | undefined {
  const { GIT_INDEX_FILE: named } = process.env;
  if (named === undefined) return undefined;
  const path = resolve(named);
  return pathInside(gitDir, path) === undefined ? undefined : path;
}

async function reportGit<Result>(
  option: string,
  value: string,
  work: (repository: FoundRepository) => Promise<Result>,
  root: string = value,
): Promise<Result> {
  const wanted = option === "--staged" ? "a directory in a git repository" : "a commit that git knows";
  const refuse = (said: string, cause?: unknown): PreceptError =>
    new PreceptError("OPTION_INVALID", { option, value, expected: said === "" ? wanted : `${wanted}; ${said}` }, { cause });
  try {
    const repository = await findRepository(root);
    if (repository === undefined) throw refuse("");
    return await work(repository);
  } catch (error) {
    if (error instanceof UnsafeRepository) throw refuse(error.message, error);
    if (error instanceof GitFailure) throw refuse(error.said === "" ? "" : `git says: ${error.said}`, error);
    throw error;
  }
}
