import { PreceptError } from "@precept/core";

/** Returns the code of a system error (`ENOENT`, …), or undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Whether an error means that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR";
}

/** Returns the message of an error; for a system error without the system call and the path, which the caller adds. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "syscall" in error ? error.message.replace(/,.*$/s, "") : error.message;
}

/** What an error code of the operating system means, and what the user can do about it. */
interface Explanation {
  readonly reason: string;
  readonly remedy?: string;
}

const explanations: Readonly<Record<string, Explanation>> = {
  EACCES: {
    reason: "permission denied",
    remedy: "Change the permissions of the path, or run the command as a user who has access to it.",
  },
  EPERM: { reason: "the operating system does not permit it" },
  EROFS: { reason: "the file system is read-only", remedy: "Remount the file system as writable, or work on a copy." },
  ENOSPC: { reason: "no space is left on the device", remedy: "Free some disk space and run the command again." },
  EDQUOT: { reason: "the disk quota is exceeded", remedy: "Free some disk space and run the command again." },
  EFBIG: { reason: "it would be larger than the system allows", remedy: "Raise the limit for the size of a file." },
  ENOENT: { reason: "no such file or directory", remedy: "If it was deleted in the meantime, run the command again." },
  ENOTDIR: {
    reason: "a part of the path is not a directory",
    remedy: "Correct the path, or replace the file that should be a directory.",
  },
  EISDIR: { reason: "it is a directory, not a file", remedy: "Move the directory away, or name another path." },
  EEXIST: { reason: "it exists already", remedy: "Move it away, or name another path." },
  ENOTEMPTY: { reason: "the directory is not empty", remedy: "Move the directory away, or name another path." },
  ELOOP: {
    reason: "too many symbolic links, which probably form a loop",
    remedy: "Correct or delete the symbolic link, or name another path.",
  },
  ENAMETOOLONG: { reason: "the name is too long", remedy: "Name a shorter path." },
  EMFILE: { reason: "too many files are open", remedy: "Raise the limit, for example with `ulimit -n 4096`." },
  ENFILE: {
    reason: "too many files are open in the whole system",
    remedy: "Close other programs and run the command again.",
  },
  EBUSY: { reason: "it is in use", remedy: "Close the programs that use it and run the command again." },
  ETXTBSY: { reason: "it is a running program", remedy: "End the program and run the command again." },
  EXDEV: { reason: "it is on another file system", remedy: "Name a path on the same file system." },
  EIO: { reason: "the device reported an error" },
  ESTALE: { reason: "the network file system no longer knows it", remedy: "Mount the file system again." },
  ENODEV: { reason: "the device does not exist" },
  ENXIO: { reason: "the device does not exist" },
};

/** System calls of Node's file system, as verbs. */
const actions: Readonly<Record<string, string>> = {
  open: "open",
  read: "read",
  readlink: "read",
  scandir: "read",
  opendir: "read",
  write: "write",
  fsync: "write",
  ftruncate: "write",
  mkdir: "create",
  mkdtemp: "create",
  unlink: "delete",
  rmdir: "delete",
  rm: "delete",
  chmod: "change the permissions of",
};

/** Errors after which the same call can succeed later, without a fix. */
const temporary: ReadonlySet<string | undefined> = new Set(["EAGAIN", "EBUSY", "EINTR", "EMFILE", "ENFILE", "ESTALE", "ETXTBSY"]);

/** Creates `STORE_FAILED` for a file that a store could not read or write. Returns a `PreceptError` unchanged. */
export function failureOf(store: string, action: string, path: string, error: unknown): PreceptError {
  if (PreceptError.is(error)) return error;
  const { reason } = explain(error);
  const retryable = temporary.has(errorCode(error));
  return new PreceptError("STORE_FAILED", { store, action, path, reason, retryable }, { cause: error });
}

/** Creates `FILE_SYSTEM_FAILED` for a file that could not be read or written. Returns a `PreceptError` unchanged. */
export function fileFailureOf(action: string, path: string, error: unknown): PreceptError {
  if (PreceptError.is(error)) return error;
  return new PreceptError("FILE_SYSTEM_FAILED", { action, path, ...explain(error) }, { cause: error });
}

/**
 * Explains an error of Node's file system, or a `STORE_FAILED` that has one as its cause.
 *
 * @returns `FILE_SYSTEM_FAILED`, with the path; undefined for any other error.
 */
export function toFileSystemFailure(error: unknown): PreceptError | undefined {
  if (PreceptError.is(error, "STORE_FAILED")) {
    const { action, path } = error.details;
    const isExplained = (errorCode(error.cause) ?? "") in explanations;
    return action === undefined || path === undefined || !isExplained ? undefined : fileFailureOf(action, path, error.cause);
  }
  if (PreceptError.is(error) || !isSystemError(error)) return undefined;
  // A file is written under a temporary name and then renamed: only the final name means something to the user.
  const { code, syscall, dest } = error;
  const path = dest ?? error.path;
  const explanation = explanations[code];
  const action = dest === undefined ? actions[syscall] : "write";
  // Sockets and processes have such errors too, without a path.
  if (explanation === undefined || (typeof path !== "string" && action === undefined)) return undefined;
  return new PreceptError(
    "FILE_SYSTEM_FAILED",
    { ...explanation, ...(action !== undefined && { action }), ...(typeof path === "string" && { path }) },
    { cause: error },
  );
}

function explain(error: unknown): Explanation {
  return explanations[errorCode(error) ?? ""] ?? { reason: messageOf(error) };
}

function isSystemError(error: unknown): error is Error & { code: string; syscall: string; path?: unknown; dest?: unknown } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    "syscall" in error &&
    typeof error.syscall === "string"
  );
}
