import { PreceptError } from "@precept/core";
import { toFileSystemFailure } from "@precept/files";
import { GitError } from "./run-git.ts";
import { UnsafeRepository } from "./find-repository.ts";

/** The operation that git runs for. Errors name it. */
export interface GitTask {
  /** A verb phrase, such as `roll back`. */
  readonly action: string;
  /** The directory as the caller gave it. */
  readonly directory: string;
  /** The time limit of each run of git, in milliseconds. */
  readonly timeLimit: number;
  readonly signal?: AbortSignal | undefined;
}

export function checkpointError({ action, directory }: GitTask, reason: string, remedy?: string, cause?: unknown): PreceptError {
  return new PreceptError("CHECKPOINT_FAILED", { action, directory, reason, remedy }, { cause });
}

/** Runs a part of an operation, and converts errors of git and the file system to a PreceptError. */
export async function convertErrors<Result>(task: GitTask, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (PreceptError.is(error) || task.signal?.aborted === true) throw error;
    const failure = explainGitError(task.directory, error) ?? toFileSystemFailure(error);
    if (error instanceof GitError && PreceptError.is(failure, "GIT_FAILED")) {
      throw checkpointError(task, error.stderr === "" ? error.message : `git says: ${error.stderr}`, undefined, error);
    }
    throw failure ?? checkpointError(task, error instanceof Error ? error.message : String(error), undefined, error);
  }
}

export function undoCommand({ top }: { readonly top: string }, id: string): string {
  return `precept checkpoint undo ${id} --root ${quoteForShell(top)}`;
}

/** Quotes a text as one word for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Explains an error of git: `GIT_NOT_FOUND`, `PATH_NOT_FOUND`, `GIT_REPOSITORY_REFUSED` or `GIT_FAILED`. */
export function explainGitError(directory: string, error: unknown): PreceptError | undefined {
  const options = { cause: error };
  if (error instanceof UnsafeRepository) return new PreceptError("GIT_REPOSITORY_REFUSED", { reason: error.message }, options);
  if (!(error instanceof GitError)) return undefined;
  const { reason, stderr, message } = error;
  if (reason === "no git") return new PreceptError("GIT_NOT_FOUND", {}, options);
  if (reason === "no directory") return new PreceptError("PATH_NOT_FOUND", { path: directory, expected: "directory" }, options);
  if (stderr.includes("dubious ownership")) {
    return new PreceptError("GIT_REPOSITORY_REFUSED", { reason: `it belongs to another user; git says: ${stderr}` }, options);
  }
  return new PreceptError("GIT_FAILED", { reason: stderr === "" ? message : stderr }, options);
}
