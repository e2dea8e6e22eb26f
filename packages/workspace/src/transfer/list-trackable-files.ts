/**
 * Lists the files of a directory that git tracks or would track. Git runs no program that the repository configures.
 *
 * @returns undefined without git, outside of a repository, and in a directory that the repository ignores.
 */
export async function listTrackableFiles(root: string): Promise<ReadonlySet<string> | undefined> {
  const { GitError, listGitFiles, UnsafeRepository } = await import("@precept/enforcement/git");
  try {
    const files = await listGitFiles(root);
    return files === undefined || files.length === 0 ? undefined : new Set(files);
  } catch (error) {
    if (error instanceof GitError || error instanceof UnsafeRepository) return undefined;
    throw error;
  }
}
