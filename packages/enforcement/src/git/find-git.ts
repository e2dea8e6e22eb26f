import { delimiter, isAbsolute, join } from "node:path";
import { isExecutable } from "@precept/files";

/** The program `git`, and the search path to give it. */
export interface GitProgram {
  readonly path: string;
  /** The absolute directories of the search path. */
  readonly searchPath: string;
}

const fileName = process.platform === "win32" ? "git.exe" : "git";
let cached: { readonly path: string; readonly git: GitProgram } | undefined;

/**
 * Finds git in the absolute directories of `PATH`. Relative directories, and the current directory on Windows, are
 * skipped: they could be part of the repository that git will run in.
 *
 * @returns undefined if git is not installed.
 */
export function findGit(path: string = process.env["PATH"] ?? ""): GitProgram | undefined {
  if (cached?.path === path && isExecutable(cached.git.path)) return cached.git;
  const directories = path.split(delimiter).filter((directory) => isAbsolute(directory));
  const program = directories.map((directory) => join(directory, fileName)).find((candidate) => isExecutable(candidate));
  if (program === undefined) return undefined;
  cached = { path, git: { path: program, searchPath: directories.join(delimiter) } };
  return cached.git;
}
