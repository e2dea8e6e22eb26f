import { PreceptError } from "@precept/core";

/** The system's name for what went wrong (`ENOENT`, …). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether the system found no such file. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR";
}

/** The message of an error. That of a system error ends before the system call and the path, which the reader already knows. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "syscall" in error ? error.message.replace(/,.*$/s, "") : error.message;
}

const inWords: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  EROFS: "the disk is read-only",
  ENOSPC: "no space is left on the disk",
  EFBIG: "it would be larger than the system allows",
  EDQUOT: "the quota of disk space is used up",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ENOTDIR: "a part of the path is not a directory",
  EISDIR: "it is a directory",
};

/** What the system could not do with a file, as a failure of the store. Failures of our own pass unchanged. */
export function failureOf(store: string, action: string, file: string, error: unknown): PreceptError {
  if (PreceptError.is(error)) return error;
  const problem = inWords[errorCode(error) ?? ""] ?? messageOf(error);
  return new PreceptError("STORE_FAILED", { store, problem: `cannot ${action} "${file}": ${problem}` }, { cause: error });
}
