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

/** Runs `work`. Returns undefined if it throws. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** What the error codes of the operating system mean, and what the user can do about each. */
const explanations: Readonly<Record<string, readonly [reason: string, remedy?: string]>> = {
  EACCES: ["permission denied", "Change the permissions of the path, or run the command as a user who has access to it."],
  EPERM: ["the operating system does not permit it"],
  EROFS: ["the file system is read-only", "Remount the file system as writable, or work on a copy."],
  ENOSPC: ["no space is left on the device", "Free some disk space and run the command again."],
  EDQUOT: ["the disk quota is exceeded", "Free some disk space and run the command again."],
  EFBIG: ["it would be larger than the system allows", "Raise the limit for the size of a file."],
  ENOENT: ["no such file or directory", "If it was deleted in the meantime, run the command again."],
  ENOTDIR: ["a part of the path is not a directory", "Correct the path, or replace the file that should be a directory."],
  EISDIR: ["it is a directory, not a file", "Move the directory away, or name another path."],
  EEXIST: ["it exists already", "Move it away, or name another path."],
  ENOTEMPTY: ["the directory is not empty", "Move the directory away, or name another path."],
  ELOOP: ["too many symbolic links, which probably form a loop", "Correct or delete the symbolic link, or name another path."],
  ENAMETOOLONG: ["the name is too long", "Name a shorter path."],
  EMFILE: ["too many files are open", "Raise the limit, for example with `ulimit -n 4096`."],
  ENFILE: ["too many files are open in the whole system", "Close other programs and run the command again."],
  EBUSY: ["it is in use", "Close the programs that use it and run the command again."],
  ETXTBSY: ["it is a running program", "End the program and run the command again."],
  EXDEV: ["it is on another file system", "Name a path on the same file system."],
  EIO: ["the device reported an error"],
  ESTALE: ["the network file system no longer knows it", "Mount the file system again."],
  ENODEV: ["the device does not exist"],
  ENXIO: ["the device does not exist"],
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

/** Explains a system error, or a `STORE_FAILED` that it caused, as `FILE_SYSTEM_FAILED` with the path. */
export function toFileSystemFailure(error: unknown): PreceptError | undefined {
  if (PreceptError.is(error, "STORE_FAILED")) {
    const { action, path } = error.details;
    const isExplained = (errorCode(error.cause) ?? "") in explanations;
    return action === undefined || path === undefined || !isExplained ? undefined : fileFailureOf(action, path, error.cause);
  }
  if (PreceptError.is(error) || !(error instanceof Error)) return undefined;
  // A file is written under a temporary name and then renamed: only the final name means something to the user.
  const { code = "", syscall, dest, path = "" } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const action = dest === undefined ? actions[syscall ?? ""] : "write";
  const shown = dest ?? path;
  // Sockets and processes have such errors too, without a path.
  if (syscall === undefined || !(code in explanations) || (shown === "" && action === undefined)) return undefined;
  return new PreceptError(
    "FILE_SYSTEM_FAILED",
    { ...explain(error), ...(action !== undefined && { action }), ...(shown !== "" && { path: shown }) },
    { cause: error },
  );
}

function explain(error: unknown): { readonly reason: string; readonly remedy?: string } {
  const [reason = messageOf(error), remedy] = explanations[errorCode(error) ?? ""] ?? [];
  return { reason, ...(remedy !== undefined && { remedy }) };
}
