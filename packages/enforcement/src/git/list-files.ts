import { pushAll } from "@precept/core";
import { join } from "node:path";
import { BytePaths } from "@precept/files";
import { isInAny, splitNul } from "./paths.ts";
import type { Repository } from "./repository.ts";

export interface WorkFile {
  readonly path: string;
  /** The permissions; undefined for a link. */
  readonly mode: number | undefined;
}

export interface WorkingTree {
  readonly files: readonly WorkFile[];
  /** Directories that are not listed: ignored directories and nested repositories. */
  readonly skipped: readonly string[];
}

const concurrency = 64;

/** Lists tracked, untracked and singly ignored files (`.env`), without ignored directories and nested repositories. */
export async function listWorkingTree(repository: Repository, excluded: ReadonlySet<string>): Promise<WorkingTree> {
  const { git, gitDir } = repository;
  // With an index, git would run filter programs to compare files. Without one, it only reports what is untracked or
  // ignored.
  const env = { GIT_INDEX_FILE: join(gitDir, "precept", "no-index") };
  const status = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignored=matching", "--no-renames"];
  const [known, all] = await Promise.all([git(["ls-files", "--stage", "-z"]), git(status, { env, endIfStalled: true })]);
  const entries = splitNul(known.text);
  const submodules = new Set(entries.filter(isSubmodule).map(pathOfEntry));
  const paths = new Set(entries.map(pathOfEntry));
  const skipped: string[] = [];
  for (const entry of splitNul(all.text)) {
    const path = entry.slice(3);
    if (!entry.startsWith("??") && !entry.startsWith("!!")) continue;
    if (path.endsWith("/")) skipped.push(path.slice(0, -1));
    else paths.add(path);
  }
  const included = [...paths].filter((path) => !isInAny(path, excluded) && !isInAny(path, submodules));
  return { files: await statFiles(repository, included), skipped };
}

/** Returns the paths that are files or links, in order, with their permissions. */
export async function statFiles(
  { workingTree }: Pick<Repository, "workingTree">,
  paths: readonly string[],
): Promise<readonly WorkFile[]> {
  const directory = new BytePaths(workingTree);
  const found = await mapConcurrently(paths, async (path): Promise<WorkFile | undefined> => {
    const status = await directory.status(path);
    if (status?.isSymbolicLink() === true) return { path, mode: undefined };
    return status?.isFile() === true ? { path, mode: status.mode & 0o7777 } : undefined;
  });
  return found.filter((file) => file !== undefined);
}

/** Lists the files that writing other files would replace: at their paths, below them, and in place of parents. */
export async function listConflictingFiles(
  { workingTree, git }: Repository,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const directory = new BytePaths(workingTree);
  const found = await mapConcurrently(wanted, async (path): Promise<readonly string[]> => {
    const blockingPath = await directory.findNonDirectory(path);
    if (blockingPath !== undefined) return [blockingPath];
    const status = await directory.status(path);
    return status?.isDirectory() === true ? listBelow(directory, path) : [path];
  });
  const entries = splitNul((await git(["ls-files", "--stage", "-z"])).text);
  const submodules = new Set(entries.filter(isSubmodule).map(pathOfEntry));
  return [...new Set(found.flat())].filter((path) => !isInAny(path, submodules));
}

async function mapConcurrently<Result>(
  paths: readonly string[],
  inspect: (path: string) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < paths.length; from += concurrency) {
    pushAll(results, await Promise.all(paths.slice(from, from + concurrency).map(inspect)));
  }
  return results;
}

function isSubmodule(entry: string): boolean {
  return entry.startsWith("160000");
}

/** Git prints the path last, after a tab. */
function pathOfEntry(entry: string): string {
  return entry.slice(entry.indexOf("\t") + 1);
}

/** Lists the files in a directory, including ignored files, without nested repositories. */
export async function listBelow(paths: BytePaths, directory: string): Promise<readonly string[]> {
  const entries = await paths.list(directory);
  if (entries.some(({ name }) => name === ".git")) return [];
  const inside: string[] = [];
  for (const entry of entries) {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) pushAll(inside, await listBelow(paths, path));
    else inside.push(path);
  }
  return inside;
}

export async function listTree({ git }: Repository, tree: string): Promise<ReadonlyMap<string, string>> {
  const entries = splitNul((await git(["ls-tree", "-r", "-z", "--full-tree", tree])).text);
  return new Map(entries.map((entry) => [pathOfEntry(entry), entry.slice(0, 6)]));
}
