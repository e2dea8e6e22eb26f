import { PreceptError } from "@precept/core";
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

/** An operation that cannot go on. */
export function failureOf({ action, directory }: GitTask, problem: string, remedy?: string, cause?: unknown): PreceptError {
  return new PreceptError("CHECKPOINT_FAILED", { action, directory, problem, remedy }, { cause });
}

/** Runs a part of an operation. What git or the file system could not do becomes a failure of the operation. */
export async function reportFailure<Result>(task: GitTask, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (PreceptError.is(error) || task.signal?.aborted === true) throw error;
    if (error instanceof GitFailure) throw describeFailure(task, error);
    throw failureOf(task, error instanceof Error ? error.message : String(error), undefined, error);
  }
}

function describeFailure(task: GitTask, error: GitFailure): PreceptError {
  const fail = (problem: string, remedy?: string): PreceptError => failureOf(task, problem, remedy, error);
  if (error.reason === "no directory") return fail("it is no directory", "Name a directory that exists.");
  if (error.reason === "no git") return fail("there is no program `git`", "Install git, or put it on the PATH.");
  if (error.reason === "timeout") return fail(error.message);
  const { said } = error;
  if (/dubious ownership/.test(said)) {
    const remedy = "If you trust its owner, allow it with the command that git names.";
    return fail(`the repository belongs to another user; git says: ${said}`, remedy);
  }
  return fail(said === "" ? error.message : `git says: ${said}`);
}
