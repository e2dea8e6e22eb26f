import { PreceptError } from "@precept/core";
import { toFileSystemFailure } from "@precept/files";
import { explainGitError } from "./explain-git-error.ts";
import { GitError } from "./run-git.ts";

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

/** Creates the error `CHECKPOINT_FAILED`. */
export function checkpointError({ action, directory }: GitTask, reason: string, remedy?: string, cause?: unknown): PreceptError {
  return new PreceptError("CHECKPOINT_FAILED", { action, directory, reason, remedy }, { cause });
}

/**
 * Runs a part of an operation, and converts errors of git and the file system.
 *
 * @throws PreceptError `CHECKPOINT_FAILED`, `FILE_SYSTEM_FAILED`, or an error of {@link explainGitError}.
 */
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

/** Returns the shell command that undoes a rollback. */
export function undoCommand({ top }: { readonly top: string }, id: string): string {
  return `precept checkpoint undo ${id} --root ${quoteForShell(top)}`;
}

/** Quotes a text as one word for a POSIX shell. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
