import { cacheRealPaths, listDirectory, openRoot, stateDir } from "@precept/files";
import { GitError, listGitFiles, UnsafeRepository, type ListProgress } from "@precept/enforcement/git";

/** Directories skipped outside git repositories: dependencies, build output, other version control systems. */
const skipped = new Set([
  "node_modules",
  ".git",
  ".hg",
  ".svn",
  ".jj",
  ".venv",
  "__pycache__",
  "vendor",
  "target",
  "dist",
  "build",
]);

/** What Precept and the user keep in a project that git ignores: its names contain digests of private texts. */
const own = new Set([stateDir, ".precept/audit", ".precept/backup", ".precept/evals", ".precept/local"]);

export const maxFiles = 200_000;

/** The files of a project, or the first of them. */
export interface FirstFiles {
  /** Relative to the project, with `/` between segments. */
  readonly files: readonly string[];
  /** Whether all files are listed. */
  readonly isComplete: boolean;
}

/**
 * Lists the files of a project, relative to it, with `/` between segments: tracked and untracked files that git does
 * not ignore. Outside of git repositories, lists all files except those in directories of dependencies, of build output
 * and of Precept's state.
 *
 * @param limit the maximum number of files, and of directories, outside of git repositories. Default: {@link maxFiles}.
 * @returns undefined if there are more.
 */
export async function listProjectFiles(
  root: string,
  onProgress?: ListProgress,
  limit: number = maxFiles,
): Promise<readonly string[] | undefined> {
  const { files, isComplete } = await listFirstFiles(root, onProgress, limit);
  return isComplete ? files : undefined;
}

/** Lists the files of a project as {@link listProjectFiles}, but those up to the limit if there are more. */
export async function listFirstFiles(root: string, onProgress?: ListProgress, limit: number = maxFiles): Promise<FirstFiles> {
  const files = await listByGit(root, onProgress);
  return files === undefined ? walk(root, limit) : { files, isComplete: true };
}

async function listByGit(root: string, onProgress: ListProgress | undefined): Promise<readonly string[] | undefined> {
  try {
    const files = await listGitFiles(root, onProgress);
    // Git lists nothing in a directory that it ignores.
    return files === undefined || files.length === 0 ? undefined : files;
  } catch (error) {
    if (error instanceof GitError || error instanceof UnsafeRepository) return undefined;
    throw error;
  }
}

async function walk(dir: string, limit: number): Promise<FirstFiles> {
  const root = cacheRealPaths(openRoot(dir));
  const files: string[] = [];
  let directories = 0;
  const isOverLimit = (): boolean => files.length > limit || directories > limit;
  const read = async (path: string): Promise<void> => {
    if (isOverLimit()) return;
    const entries = await listDirectory(root, path).catch(() => []);
    for (const entry of entries) {
      const inside = path === "" ? entry.name : `${path}/${entry.name}`;
      if (!entry.isDirectory()) files.push(inside);
      else if (!skipped.has(entry.name) && !own.has(inside)) {
        directories += 1;
        await read(inside);
      }
    }
  };
  await read("");
  return { files: files.slice(0, limit), isComplete: !isOverLimit() };
}
