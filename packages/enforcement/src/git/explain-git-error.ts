import { PreceptError } from "@precept/core";
import { UnsafeRepository } from "./find-repository.ts";
import { GitError } from "./run-git.ts";

/**
 * Explains why git cannot be used in a directory, or why a command of git failed.
 *
 * @returns `GIT_NOT_FOUND`, `PATH_NOT_FOUND`, `GIT_REPOSITORY_REFUSED` or `GIT_FAILED`; undefined for an error that is
 *   not about git.
 */
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
