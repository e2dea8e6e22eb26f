import { dirname, join, relative, resolve, sep } from "node:path";
import { kindAt, readGitFile, readGitMetadata, realPathAt } from "@precept/files";
import { GitError, readSettingNames, runGit, streamGit, type GitResult, type GitOptions } from "./run-git.ts";

/** A git repository with a working tree. */
export interface FoundRepository {
  /** The topmost directory of the working tree. */
  readonly top: string;
  /** The git directory of this working tree. Each linked working tree has its own. */
  readonly gitDir: string;
  /** The git directory that all working trees of the repository share. */
  readonly commonDir: string;
  /** The object directory of the repository. */
  readonly objects: string;
  /** The path of the index of this working tree. The file may not exist. */
  readonly index: string;
  /** The directory that was searched, relative to `top`, with `/`: empty, or ending in `/`. */
  readonly prefix: string;
  /** Runs git at `top`. @throws GitError */
  readonly run: (args: readonly string[], options?: GitOptions) => Promise<GitResult>;
  /** Runs git at `top`, and yields its output while it runs. @throws GitError */
  readonly stream: (args: readonly string[], options?: GitOptions) => AsyncGenerator<Buffer, void>;
  /** The setting names for {@link GitOptions}, which also turn off settings with user-defined names. */
  readonly settingNames: readonly string[];
}

/** Thrown for a directory in which running git is not safe. */
export class UnsafeRepository extends Error {
  override readonly name = "UnsafeRepository";
}

const pathOptions = [
  ["--show-toplevel"],
  ["--git-dir"],
  ["--git-common-dir"],
  ["--git-path", "objects"],
  ["--git-path", "index"],
];

/**
 * Finds the repository whose working tree contains a directory, if there is one, with a `.git` at the top of its
 * working tree. A clone cannot contain that name, but a bare repository with settings that start programs.
 *
 * @throws GitError if there is no git or directory, or git refuses the repository, for example of another user.
 * @throws UnsafeRepository in a git directory, or if the working tree of the repository is elsewhere.
 */
export async function findRepository(directory: string, options: GitOptions = {}): Promise<FoundRepository | undefined> {
  const start = realPathAt(directory);
  if (start === undefined) throw new GitError("no directory", `No such directory: "${directory}".`, "");
  if (kindAt(start) !== "directory") throw new GitError("no directory", `"${directory}" is not a directory.`, "");
  for (let top = start; ; top = dirname(top)) {
    const expected = readGitDir(top);
    const paths = expected === undefined ? undefined : await readPaths(top, options);
    if (expected !== undefined && paths !== undefined) return verify(start, top, expected, paths, options);
    if (dirname(top) === top) return undefined;
  }
}

function readGitDir(top: string): string | undefined {
  const path = realPathAt(join(top, ".git"));
  if (path === undefined || kindAt(path) === "directory") return path;
  const named = /^gitdir: (.*?)\r?\n?$/s.exec(readGitFile(top) ?? "")?.[1];
  return named === undefined ? undefined : realPathAt(resolve(top, named));
}

async function readPaths(top: string, options: GitOptions): Promise<readonly string[] | undefined> {
  const env = { GIT_CEILING_DIRECTORIES: dirname(top) };
  const ask = async (args: readonly string[]): Promise<string> => {
    const { bytes } = await runGit(top, ["rev-parse", "--path-format=absolute", ...args], { ...options, env });
    // Git adds one line break. The path itself may end with others.
    return bytes.toString("utf8").replace(/\r?\n$/, "");
  };
  try {
    const lines = (await ask(pathOptions.flat())).split("\n");
    return lines.length === pathOptions.length ? lines : await Promise.all(pathOptions.map(ask));
  } catch (error) {
    if (error instanceof GitError && /not a git repository/.test(error.stderr)) return undefined;
    throw error;
  }
}

/** Checks that git uses the repository at `top`, and not another one that a setting names. */
async function verify(
  start: string,
  top: string,
  expected: string,
  [toplevel = "", gitDir = "", commonDir = "", objects = "", index = ""]: readonly string[],
  options: GitOptions,
): Promise<FoundRepository> {
  const isInGitDir = start === expected || start.startsWith(expected + sep);
  if (isInGitDir) throw new UnsafeRepository("it is bare, or this directory is in its `.git`");
  if (realPathAt(gitDir) !== expected) {
    throw new UnsafeRepository(`git uses "${gitDir}", but "${join(top, ".git")}" names another directory`);
  }
  if (realPathAt(toplevel) !== top) {
    throw new UnsafeRepository(`its setting core.worktree names another directory: "${toplevel}"`);
  }
  const settingNames = await readSettingNames(top, options);
  const within = relative(top, start).split(sep).join("/");
  return {
    // As git prints it: with `/` on Windows too.
    top: toplevel,
    gitDir,
    commonDir,
    objects,
    index,
    prefix: within === "" ? "" : `${within}/`,
    settingNames,
    run: (args, own = {}) => runGit(top, args, { ...options, ...own, settingNames }),
    stream: (args, own = {}) => streamGit(top, args, { ...options, ...own, settingNames }),
  };
}

/** The maximum size in bytes of the file in which the git directory of a linked working tree names its `.git` file. */
const maxPathBytes = 4096;

/**
 * Checks that a git directory outside of a working tree belongs to it: that it names the working tree, as those of linked
 * working trees and submodules do. A downloaded directory can contain a `.git` file that names any repository of the user.
 *
 * @throws UnsafeRepository
 */
export async function assertOwnGitDirectory({ top, gitDir, run }: FoundRepository): Promise<void> {
  const [tree, directory] = [realPathAt(top), realPathAt(gitDir)];
  if (tree === undefined || directory?.startsWith(tree + sep) === true) return;
  const named = readGitMetadata(gitDir, "gitdir", maxPathBytes)?.replace(/\r?\n$/, "");
  if (named !== undefined && realPathAt(resolve(gitDir, named)) === realPathAt(join(top, ".git"))) return;
  // `verify` has compared it with the working tree.
  if (await isSet(run, "core.worktree")) return;
  throw new UnsafeRepository(
    `"${join(top, ".git")}" names the git directory "${gitDir}", which does not name this working tree. If it is your repository, run \`git config core.worktree "${top}"\` in it`,
  );
}

/** @throws GitError for anything but a setting that is missing. */
async function isSet(run: FoundRepository["run"], setting: string): Promise<boolean> {
  const { bytes } = await run(["config", "--default", "", "--get", setting]);
  return bytes.toString("utf8").trim() !== "";
}
