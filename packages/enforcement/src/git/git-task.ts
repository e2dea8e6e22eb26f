import { PreceptError } from "@precept/core";
import { toFileSystemFailure } from "@precept/files";
import { explainGitFailure } from "./explain-failure.ts";
import { GitFailure } from "./run-git.ts";

/** The operation that git runs for, as its errors name it. */
export interface GitTask {
  /** As a phrase: `roll back`. */
  readonly action: string;
  /** What the caller named. */
  readonly directory: string;
  /** The most that one call of git may take, in milliseconds. */
  readonly timeLimit: number;
  readonly signal?: AbortSignal | undefined;
}

/** The error `CHECKPOINT_FAILED` for an operation that cannot continue. */
export function failureOf({ action, directory }: GitTask, problem: string, remedy?: string, cause?: unknown): PreceptError {
  return new PreceptError("CHECKPOINT_FAILED", { action, directory, reason: problem, remedy }, { cause });
}

/**
 * Runs a part of an operation, and explains what git or the file system could not do.
 *
 * @throws PreceptError `CHECKPOINT_FAILED`, `FILE_SYSTEM_FAILED`, or what {@link explainGitFailure} says if git cannot be used at all.
 */
export async function reportFailure<Result>(task: GitTask, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (PreceptError.is(error) || task.signal?.aborted === true) throw error;
    const failure = explainGitFailure(task.directory, error) ?? toFileSystemFailure(error);
    if (error instanceof GitFailure && PreceptError.is(failure, "GIT_FAILED")) {
      throw failureOf(task, error.said === "" ? error.message : `git says: ${error.said}`, undefined, error);
    }
    throw failure ?? failureOf(task, error instanceof Error ? error.message : String(error), undefined, error);
  }
}
