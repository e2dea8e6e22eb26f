import { PreceptError } from "@precept/core";

/** What a file system error says in words, and what the user can do about it. */
interface Explanation {
  readonly problem: string;
  readonly remedy?: string;
}

const explanations: Readonly<Record<string, Explanation>> = {
  EACCES: {
    problem: "permission denied",
    remedy: "Change the permissions of the path, or run the command as a user who has access to it.",
  },
  EPERM: { problem: "the operating system does not permit it" },
  EROFS: { problem: "the file system is read-only", remedy: "Remount the file system as writable, or work on a copy." },
  ENOSPC: { problem: "no space is left on the device", remedy: "Free some disk space and run the command again." },
  EDQUOT: { problem: "the disk quota is exceeded", remedy: "Free some disk space and run the command again." },
  ENOENT: { problem: "no such file or directory", remedy: "If it was deleted in the meantime, run the command again." },
  ENOTDIR: { problem: "a part of the path is not a directory", remedy: "Correct the path." },
  EISDIR: { problem: "it is a directory, not a file", remedy: "Move the directory away, or name another path." },
  EEXIST: { problem: "it exists already", remedy: "Move it away, or name another path." },
  ELOOP: {
    problem: "too many symbolic links, which probably form a loop",
    remedy: "Correct or delete the symbolic link, or name another path.",
  },
  ENAMETOOLONG: { problem: "the name is too long", remedy: "Name a shorter path." },
  EMFILE: { problem: "too many files are open", remedy: "Raise the limit, for example with `ulimit -n 4096`." },
  ENFILE: { problem: "too many files are open in the whole system", remedy: "Close other programs and run the command again." },
  EBUSY: { problem: "it is in use", remedy: "Close the programs that use it and run the command again." },
  EIO: { problem: "the device reported an error" },
};

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

/** Turns a file system error of Node into a `FILE_SYSTEM_FAILED`. Any other value is returned as it is. */
export function toFailure(error: unknown): unknown {
  if (PreceptError.is(error) || !isSystemError(error)) return error;
  // A file is written under a temporary name and then renamed: only the final name means something to the user.
  const { code, syscall, dest } = error;
  const path = dest ?? error.path;
  const explanation = explanations[code];
  const action = dest === undefined ? actions[syscall] : "write";
  // Sockets and processes have such errors too, without a path.
  if (explanation === undefined || (typeof path !== "string" && action === undefined)) return error;
  return new PreceptError(
    "FILE_SYSTEM_FAILED",
    { ...explanation, ...(action !== undefined && { action }), ...(typeof path === "string" && { path }) },
    { cause: error },
  );
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
