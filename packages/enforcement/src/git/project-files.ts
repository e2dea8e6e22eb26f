import { pushAll } from "@precept/core";
import { BytePaths, openRoot } from "@precept/files";
import { findMergeBase, treeOfHead } from "./base-of-change.ts";
import { findRepository, type FoundRepository } from "./find-repository.ts";
import { quotePath, splitNulStream } from "./paths.ts";
import { GitError, type GitOptions } from "./run-git.ts";

/** Called with the number of files listed so far. */
export type ListProgress = (listed: number) => void;

/** A file whose staged contents differ from the last commit. */
export interface StagedFile {
  /** Relative to the directory, with `/`. */
  readonly path: string;
  /** The object id of its contents; undefined for a link, a submodule, and a file in conflict. */
  readonly blob: string | undefined;
}

/** Lists the files that git does not ignore; undefined outside of a working tree. @throws GitError, UnsafeRepository */
export async function listGitFiles(directory: string, onProgress?: ListProgress): Promise<readonly string[] | undefined> {
  const repository = await findRepository(directory);
  if (repository === undefined) return undefined;
  const list = ["ls-files", "-z", "--deduplicate", "--cached", "--others", "--exclude-standard"];
  return listNames(repository, list, onProgress);
}

/** Lists staged files except deleted ones. @param indexFile as git hooks get it. @throws GitError, UnsafeRepository */
export async function listStagedFiles(
  repository: FoundRepository,
  indexFile?: string,
  onProgress?: ListProgress,
): Promise<readonly StagedFile[]> {
  const tree = await treeOfHead(repository);
  const env = indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile };
  const options = ["--cached", "--diff-filter=d", "--ita-invisible-in-index"];
  const files: StagedFile[] = [];
  for await (const batch of listDifferences(repository, ["diff-index", ...options, tree], { env })) {
    for (const { path, mode, oid } of batch) files.push({ path, blob: mode.startsWith("100") ? oid : undefined });
    onProgress?.(files.length);
  }
  return files;
}

/**
 * Lists files that changed since the merge base with a revision, as git would stage them; with a filter program, by
 * time and size. @throws PreceptError `REVISION_UNKNOWN`, `HISTORY_UNRELATED`; GitError, UnsafeRepository
 */
export async function listChangedFiles(
  repository: FoundRepository,
  ref: string,
  onProgress?: ListProgress,
): Promise<readonly string[]> {
  const base = await findMergeBase(repository, ref);
  const changed = new Set<string>();
  const inBase = new Map<string, FileVersion>();
  for await (const batch of listDifferences(repository, ["diff-index", "--cached", "--ita-invisible-in-index", base])) {
    for (const { path, mode, oldMode, oldOid, status } of batch) {
      inBase.set(path, { mode: oldMode, oid: oldOid });
      if (status !== "D" && !isSubmodule(mode)) changed.add(path);
    }
    onProgress?.(changed.size);
  }
  // According to the index these files were written, but their contents may be the same.
  const written: Difference[] = [];
  for await (const batch of listDifferences(repository, ["diff-files"])) pushAll(written, batch);
  const contents = await hashFiles(repository, written);
  for (const { path, mode, oldMode, oldOid, status } of written) {
    const before = inBase.get(path) ?? { mode: oldMode, oid: oldOid };
    const oid = contents.get(path);
    if (status === "D" || isSubmodule(mode) || (oid === before.oid && mode === before.mode)) changed.delete(path);
    else changed.add(path);
  }
  for (const path of await listNames(repository, ["ls-files", "-z", "--others", "--exclude-standard"])) changed.add(path);
  return [...changed];
}

/** The mode and object id of a file in the index or a tree. */
interface FileVersion {
  readonly mode: string;
  readonly oid: string;
}

interface Difference extends FileVersion {
  readonly path: string;
  readonly oldMode: string;
  readonly oldOid: string;
  /** `M`, `A`, `D`, `T` or `U`. */
  readonly status: string;
}

/** Runs a git command with `--raw` and yields the differences that it prints, with paths relative to the directory. */
async function* listDifferences(
  { stream, prefix }: FoundRepository,
  [command = "", ...args]: readonly string[],
  call?: GitOptions,
): AsyncGenerator<readonly Difference[], void> {
  const options = ["--raw", "-z", "--no-renames", "--no-abbrev", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"];
  let header: readonly string[] | undefined;
  for await (const parts of splitNulStream(stream(withPrefix(prefix, [command, ...options, ...args]), call))) {
    const found: Difference[] = [];
    for (const part of parts) {
      if (header === undefined) {
        header = part.slice(1).split(" ");
        continue;
      }
      const [oldMode = "", mode = "", oldOid = "", oid = "", status = ""] = header;
      found.push({ path: part.slice(prefix.length), mode, oid, oldMode, oldOid, status });
      header = undefined;
    }
    yield found;
  }
}

async function listNames(
  { stream, prefix }: FoundRepository,
  args: readonly string[],
  onProgress?: ListProgress,
): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const batch of splitNulStream(stream(withPrefix(prefix, args), { endIfStalled: true }))) {
    for (const name of batch) names.push(name.slice(prefix.length));
    onProgress?.(names.length);
  }
  return names;
}

function withPrefix(prefix: string, args: readonly string[]): readonly string[] {
  return prefix === "" ? args : ["--literal-pathspecs", ...args, "--", prefix];
}

/** Returns the object ids of the current contents of files. Paths that are not regular files have none. */
async function hashFiles(
  { run, top, prefix }: FoundRepository,
  written: readonly Difference[],
): Promise<ReadonlyMap<string, string>> {
  const paths: string[] = [];
  const workingTree = new BytePaths(openRoot(top));
  for (const { path } of written) {
    // Opening a pipe would wait for a writer.
    const found = await workingTree.status(Buffer.from(prefix + path, "utf8").toString("latin1"));
    if (found?.isFile() === true) paths.push(path);
  }
  if (paths.length === 0) return new Map();
  const input = paths.map((path) => `${quotePath(prefix + path)}\n`).join("");
  try {
    const hashes = (await run(["hash-object", "--stdin-paths"], { input })).text.split("\n");
    return new Map(paths.map((path, at) => [path, hashes[at] ?? ""]));
  } catch (error) {
    // One file cannot be read or was just removed. All count as changed, and the caller reports which one cannot be
    // read.
    if (error instanceof GitError) return new Map();
    throw error;
  }
}

function isSubmodule(mode: string): boolean {
  return mode === "160000";
}
