import { dirname, join, relative, resolve, sep } from "node:path";
import { kindAt, readGitFile, realPathAt } from "@precept/files";
import { GitFailure, readSettingNames, runGit, streamGit, type GitAnswer, type GitCall } from "./run-git.ts";

/** A repository with a working tree. */
export interface FoundRepository {
  /** The topmost directory of the working tree. */
  readonly top: string;
  /** Of this working tree; linked working trees have one each. */
  readonly gitDir: string;
  /** Shared by all its working trees. */
  readonly commonDir: string;
  readonly objects: string;
  /** The index of this working tree; it need not exist. */
  readonly index: string;
  /** The directory that was searched, relative to `top`, with `/`: empty, or ending in `/`. */
  readonly prefix: string;
  /** Runs git at `top`. @throws GitFailure */
  readonly run: (args: readonly string[], call?: GitCall) => Promise<GitAnswer>;
  /** Runs git at `top`, and yields its output while it runs. @throws GitFailure */
  readonly stream: (args: readonly string[], call?: GitCall) => AsyncGenerator<Buffer, void>;
  /** What {@link GitCall} needs so that settings with names of their own are turned off too. */
  readonly settingNames: readonly string[];
}

/** A directory that git must not be used in. */
export class UnsafeRepository extends Error {
  override readonly name = "UnsafeRepository";
}

const questions = [["--show-toplevel"], ["--git-dir"], ["--git-common-dir"], ["--git-path", "objects"], ["--git-path", "index"]];

/**
 * Finds the repository whose working tree a directory lies in. A repository is only used through the `.git` at the top of its working tree: a
 * clone cannot contain that name, while a bare repository, with settings that start programs, can be committed as any other directory.
 *
 * @returns undefined if the directory lies in no working tree.
 * @throws GitFailure if there is no git or no such directory, or git refuses the repository, as one of another user's.
 * @throws UnsafeRepository if the directory lies in a git directory, or the repository's working tree lies elsewhere.
 */
export async function findRepository(directory: string, call: GitCall = {}): Promise<FoundRepository | undefined> {
  const start = realPathAt(directory);
  if (start === undefined) throw new GitFailure("no directory", `There is no directory "${directory}".`, "");
  if (kindAt(start) !== "directory") throw new GitFailure("no directory", `"${directory}" is no directory.`, "");
  for (let top = start; ; top = dirname(top)) {
    const expected = readGitDir(top);
    const paths = expected === undefined ? undefined : await askForPaths(top, call);
    if (expected !== undefined && paths !== undefined) return verify(start, top, expected, paths, call);
    if (dirname(top) === top) return undefined;
  }
}

/** The git directory that the `.git` in a directory is, or names; undefined if there is none. */
function readGitDir(top: string): string | undefined {
  const path = realPathAt(join(top, ".git"));
  if (path === undefined || kindAt(path) === "directory") return path;
  const named = /^gitdir: (.*?)\r?\n?$/s.exec(readGitFile(top) ?? "")?.[1];
  return named === undefined ? undefined : realPathAt(resolve(top, named));
}

/** @returns undefined if git finds no repository there. */
async function askForPaths(top: string, call: GitCall): Promise<readonly string[] | undefined> {
  const env = { GIT_CEILING_DIRECTORIES: dirname(top) };
  const ask = async (args: readonly string[]): Promise<string> => {
    const { bytes } = await runGit(top, ["rev-parse", "--path-format=absolute", ...args], { ...call, env });
    // One line break is git's; the path may have more.
    return bytes.toString("utf8").replace(/\r?\n$/, "");
  };
  try {
    const lines = (await ask(questions.flat())).split("\n");
    return lines.length === questions.length ? lines : await Promise.all(questions.map(ask));
  } catch (error) {
    if (error instanceof GitFailure && /not a git repository/.test(error.said)) return undefined;
    throw error;
  }
}

async function verify(
  start: string,
  top: string,
  expected: string,
  [toplevel = "", gitDir = "", commonDir = "", objects = "", index = ""]: readonly string[],
  call: GitCall,
): Promise<FoundRepository> {
  if (isInside(expected, start)) throw new UnsafeRepository("it is bare, or this directory is in its `.git`");
  if (realPathAt(gitDir) !== expected) {
    throw new UnsafeRepository(`git uses "${gitDir}", but "${join(top, ".git")}" names another directory`);
  }
  if (realPathAt(toplevel) !== top) {
    throw new UnsafeRepository(`its setting core.worktree names another directory: "${toplevel}"`);
  }
  const settingNames = await readSettingNames(top, call);
  const within = relative(top, start).split(sep).join("/");
  return {
    // As git spells it, which is with `/` on Windows too.
    top: toplevel,
    gitDir,
    commonDir,
    objects,
    index,
    prefix: within === "" ? "" : `${within}/`,
    settingNames,
    run: (args, one = {}) => runGit(top, args, { ...call, ...one, settingNames }),
    stream: (args, one = {}) => streamGit(top, args, { ...call, ...one, settingNames }),
  };
}

function isInside(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory + sep);
}
