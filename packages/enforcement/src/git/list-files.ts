import { join } from "node:path";
import { BytePaths, type Root } from "@precept/files";
import { liesIn, splitNul } from "./paths.ts";
import type { Repository } from "./repository.ts";

/** A file, or a link, of a work tree. */
export interface WorkFile {
  readonly path: string;
  /** Its permissions; undefined for a link, which has none. */
  readonly mode: number | undefined;
}

/** What a work tree holds. */
export interface WorkTree {
  readonly files: readonly WorkFile[];
  /** Directories whose contents are nobody's business: they are ignored whole, or repositories of their own. */
  readonly leftAlone: readonly string[];
}

const concurrency = 64;

/**
 * Lists the files of a work tree: those that git knows, those it does not, and those that are ignored one by one, as `.env` or `*.log`. What lies in a
 * directory that is ignored whole, as `node_modules/`, in a submodule or in a repository inside this one is left alone.
 *
 * @param leave directories and files that are left alone as well.
 */
export async function listFiles(repository: Repository, leave: ReadonlySet<string>): Promise<WorkTree> {
  const { git, gitDir } = repository;
  // Compared with an index, files would go through the person's filters. Without one git tells what is ignored, and that is all.
  const env = { GIT_INDEX_FILE: join(gitDir, "precept", "no-index") };
  const status = ["status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignored=matching", "--no-renames"];
  const [known, all] = await Promise.all([git(["ls-files", "--stage", "-z"]), git(status, { env, endIfStalled: true })]);
  const entries = splitNul(known.text);
  const submodules = new Set(entries.filter(isSubmodule).map(pathOfEntry));
  const paths = new Set(entries.map(pathOfEntry));
  const leftAlone: string[] = [];
  for (const entry of splitNul(all.text)) {
    const path = entry.slice(3);
    if (!entry.startsWith("??") && !entry.startsWith("!!")) continue;
    if (path.endsWith("/")) leftAlone.push(path.slice(0, -1));
    else paths.add(path);
  }
  const own = [...paths].filter((path) => !liesIn(path, leave) && !liesIn(path, submodules));
  return { files: await lookAt(repository, own), leftAlone };
}

/** Those of the paths at which there is a file or a link, in order. */
export async function lookAt({ workTree }: Pick<Repository, "workTree">, paths: readonly string[]): Promise<readonly WorkFile[]> {
  const directory = new BytePaths(workTree);
  const found = await eachOf(paths, async (path): Promise<WorkFile | undefined> => {
    const status = await directory.status(path);
    if (status?.isSymbolicLink() === true) return { path, mode: undefined };
    return status?.isFile() === true ? { path, mode: status.mode & 0o7777 } : undefined;
  });
  return found.filter((file) => file !== undefined);
}

/**
 * What is in the way of files, or would be written over: what is there at their paths, however it is ignored, what lies in a directory at
 * their path, and what is no directory where they need one.
 */
export async function listInTheWay({ workTree, git }: Repository, wanted: readonly string[]): Promise<readonly string[]> {
  const directory = new BytePaths(workTree);
  const found = await eachOf(wanted, async (path): Promise<readonly string[]> => {
    const block = await directory.findNonDirectory(path);
    if (block !== undefined) return [block];
    const status = await directory.status(path);
    return status?.isDirectory() === true ? listBelow(directory, path) : [path];
  });
  const entries = splitNul((await git(["ls-files", "--stage", "-z"])).text);
  const submodules = new Set(entries.filter(isSubmodule).map(pathOfEntry));
  return [...new Set(found.flat())].filter((path) => !liesIn(path, submodules));
}

async function eachOf<Result>(paths: readonly string[], look: (path: string) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < paths.length; from += concurrency) {
    results.push(...(await Promise.all(paths.slice(from, from + concurrency).map(look))));
  }
  return results;
}

function isSubmodule(entry: string): boolean {
  return entry.startsWith("160000");
}

/** Git prints the path last, behind a tab. */
function pathOfEntry(entry: string): string {
  return entry.slice(entry.indexOf("\t") + 1);
}

/** The files in a directory, also the ignored ones, without those of a repository inside it. */
export async function listInside(workTree: Root, directory: string): Promise<readonly string[]> {
  return listBelow(new BytePaths(workTree), directory);
}

async function listBelow(paths: BytePaths, directory: string): Promise<readonly string[]> {
  const entries = await paths.list(directory);
  if (entries.some(({ name }) => name === ".git")) return [];
  const inside: string[] = [];
  for (const entry of entries) {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) inside.push(...(await listBelow(paths, path)));
    else inside.push(path);
  }
  return inside;
}

/** The files in a tree that git keeps, with the modes that git gives them. */
export async function listTree({ git }: Repository, tree: string): Promise<ReadonlyMap<string, string>> {
  const entries = splitNul((await git(["ls-tree", "-r", "-z", "--full-tree", tree])).text);
  return new Map(entries.map((entry) => [pathOfEntry(entry), entry.slice(0, 6)]));
}
