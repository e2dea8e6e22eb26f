import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { sha256 } from "@precept/files";

/** The maximum length of the path of a Unix socket, in bytes, on every system. */
export const maxSocketPathBytes = 103;

/** Where the sockets of a user are: the directory `name` in `base`. It is outside of all projects, because a clone must not contain a socket. */
export interface SocketDirectory {
  /** A directory that exists, or that a user has created. Absolute. */
  readonly base: string;
  /** Relative to `base`. */
  readonly name: string;
}

/**
 * Returns the directory of the sockets on which servers answer hooks: `$XDG_RUNTIME_DIR/precept`, or `run` in the user's Precept directory, which is
 * `PRECEPT_HOME` or `~/.precept`.
 *
 * @returns undefined on Windows, and if the environment names a directory that is not absolute.
 */
export function socketDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): SocketDirectory | undefined {
  if (platform === "win32") return undefined;
  const { XDG_RUNTIME_DIR: runtime, PRECEPT_HOME: home } = env;
  if (runtime !== undefined && runtime !== "") return isAbsolute(runtime) ? { base: runtime, name: "precept" } : undefined;
  if (home === undefined || home === "") return { base: homedir(), name: join(".precept", "run") };
  return isAbsolute(home) ? { base: dirname(home), name: join(home.slice(dirname(home).length + 1), "run") } : undefined;
}

/** The suffix of the names of sockets. */
export const socketSuffix = ".sock";

/** Returns the file name of the socket of a project. @param project the real path of its directory. */
export function socketName(project: string): string {
  return `${sha256(project).slice(0, 16)}${socketSuffix}`;
}
