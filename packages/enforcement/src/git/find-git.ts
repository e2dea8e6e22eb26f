import { delimiter, isAbsolute, join } from "node:path";
import { isExecutable } from "@precept/files";

/** The program `git`, and the search path to give it. */
export interface GitProgram {
  readonly path: string;
  /** The absolute directories of the search path. */
  readonly searchPath: string;
}

const fileName = process.platform === "win32" ? "git.exe" : "git";
let last: { readonly given: string; readonly found: GitProgram } | undefined;

/**
 * Finds git in the absolute directories of `PATH`. Relative directories, and the current directory on Windows, are skipped: they could be part
 * of the repository that git will run in.
 *
 * @returns undefined if git is not installed.
 */
export function findGit(given: string = process.env["PATH"] ?? ""): GitProgram | undefined {
  if (last?.given === given && isExecutable(last.found.path)) return last.found;
  const directories = given.split(delimiter).filter((directory) => isAbsolute(directory));
  const path = directories.map((directory) => join(directory, fileName)).find((one) => isExecutable(one));
  if (path === undefined) return undefined;
  last = { given, found: { path, searchPath: directories.join(delimiter) } };
  return last.found;
}
