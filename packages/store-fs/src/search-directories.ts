import type { ProgressListener } from "@precept/core";
import type { DirectoryEntry, FileStatus, Root, SnapshotLocation, WatchBackend } from "@precept/files";
import { DirectoryLister, type ListedDirectory } from "./directory-lister.ts";

/** The names of directories with installed or generated files. Hidden directories are skipped as well. */
const skippedNames = new Set(["node_modules", "bower_components", "vendor", "venv", "__pycache__", "dist", "target", "coverage"]);

/** The default maximum number of directories searched in a project. */
export const defaultMaxDirectories = 500_000;

/** The default maximum depth of the search, in levels below the project. */
export const defaultMaxDepth = 32;

/** The number of directories listed at the same time. */
const concurrency = 64;

export interface SearchOptions {
  /** The maximum number of directories to search. Default 500,000. */
  readonly maxDirectories?: number;
  /** The maximum depth, in levels below the project. Default 32. */
  readonly maxDepth?: number;
  /** Whether to skip a directory, given relative to the project, and everything below it. Default: none is skipped. */
  readonly skips?: (dir: string) => boolean;
  /**
   * Directories, relative to the project, that are searched beyond the limits, with all directories above them. Hidden
   * directories, directories of installed or generated files, and links are skipped even so.
   */
  readonly include?: readonly string[];
  /**
   * The only directories, relative to the project, that must be searched, with all directories above them. If a search
   * is remembered, the others are those in which it found something. Directories that are skipped are skipped even so.
   * Default: all are searched.
   */
  readonly near?: readonly string[] | undefined;
  /** Receives the number of directories searched so far. Default: it is not reported. */
  readonly onProgress?: ProgressListener | undefined;
  /** How a `RootFinder` that watches notices changes. Default `events`. */
  readonly watchBackend?: WatchBackend;
  /** Where to remember the directories, so that the next process lists only changed ones. Default: nowhere. */
  readonly cache?: SearchCache | undefined;
}

/** Where a search is remembered. */
export interface SearchCache {
  readonly location: SnapshotLocation;
  /** Identifies what `skips` skips. */
  readonly key: string;
}

export interface SearchedDirectory {
  /** The names of the entries that were looked for. */
  readonly names: ReadonlySet<string>;
  readonly subdirectories: readonly string[];
  /** The status before it was listed, if that was read. */
  readonly status?: FileStatus;
}

export interface SearchResult {
  /**
   * By path relative to the project, parents first. The key of the project itself is the empty string. A result from
   * memory has only the directories that contain one of the names.
   */
  readonly directories: ReadonlyMap<string, SearchedDirectory>;
  /** Whether a directory was searched. */
  readonly isSearched: (dir: string) => boolean;
  /** Whether all directories were searched that no limit excludes. */
  readonly isComplete: boolean;
  /** The first directory skipped because of the limit on their number, by level. */
  readonly firstBeyondCount: string | undefined;
  /** The first directory skipped because of its depth. */
  readonly firstBeyondDepth: string | undefined;
}

/** The result of the previous search, and the directories that may have changed since. */
export interface KnownDirectories {
  readonly directories: ReadonlyMap<string, SearchedDirectory>;
  readonly changed: ReadonlySet<string>;
  /** The directories that were created, renamed or replaced: everything below them is unknown as well. */
  readonly replaced: ReadonlySet<string>;
}

/**
 * Lists the directories of a project level by level. Links are not followed: their targets are searched anyway.
 *
 * @param known the previous search: directories that have not changed since are not listed again.
 * @param readsStatus whether to read the status of each directory before it is listed. Default: if it is remembered.
 */
export async function searchDirectories(
  project: Root,
  wanted: ReadonlySet<string>,
  options: SearchOptions,
  known?: KnownDirectories,
  readsStatus: boolean = options.cache !== undefined,
): Promise<SearchResult> {
  const { maxDirectories = defaultMaxDirectories, maxDepth = defaultMaxDepth, skips = () => false } = options;
  const directories = new Map<string, SearchedDirectory>();
  const fresh = new Set<string>();
  const lister = new DirectoryLister(project, readsStatus);
  let firstBeyondCount: string | undefined;
  let firstBeyondDepth: string | undefined;

  /** Returns the previous listing of a directory if it is still valid. */
  const findKnown = (dir: string, parent: string | undefined): SearchedDirectory | undefined => {
    const isReplaced = known === undefined || known.replaced.has(dir) || (parent !== undefined && fresh.has(parent));
    const before = isReplaced ? undefined : known.directories.get(dir);
    if (before === undefined) fresh.add(dir);
    return known?.changed.has(dir) === true ? undefined : before;
  };
  const search = async (batch: readonly SearchedPath[]): Promise<void> => {
    const unknown: string[] = [];
    for (const [dir, parent] of batch) {
      const before = findKnown(dir, parent);
      if (before === undefined) unknown.push(dir);
      else directories.set(dir, before);
    }
    for (const one of await lister.list(unknown)) directories.set(one.dir, pickNames(one, wanted));
    options.onProgress?.({ step: "Searching directories", done: directories.size });
  };
  const subdirectoriesOf = (dir: string): string[] =>
    (directories.get(dir)?.subdirectories ?? []).map((name) => joined(dir, name)).filter((path) => !skips(path));

  let level: SearchedPath[] = [["", undefined]];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) {
      firstBeyondDepth = level[0]?.[0];
      break;
    }
    for (let at = 0; at < level.length; at += concurrency) {
      const batch = level.slice(at, Math.min(at + concurrency, at + Math.max(0, maxDirectories - directories.size)));
      await search(batch);
      if (batch.length < Math.min(concurrency, level.length - at)) firstBeyondCount ??= level[at + batch.length]?.[0];
      if (firstBeyondCount !== undefined) break;
    }
    if (firstBeyondCount !== undefined) break;
    level = level.flatMap(([dir]) => subdirectoriesOf(dir).map((path): SearchedPath => [path, dir]));
  }
  for (const dir of options.include ?? []) {
    let parent = "";
    for (const name of dir.split("/")) {
      const path = joined(parent, name);
      // Missing, not a directory, or skipped.
      if (!directories.get(parent)?.subdirectories.includes(name) || skips(path)) break;
      if (!directories.has(path)) await search([[path, parent]]);
      parent = path;
    }
  }
  return { directories, isSearched: (dir) => directories.has(dir), isComplete: true, firstBeyondCount, firstBeyondDepth };
}

type SearchedPath = readonly [dir: string, parent: string | undefined];

function pickNames({ entries, status }: ListedDirectory, wanted: ReadonlySet<string>): SearchedDirectory {
  const names = entries.map(({ name }) => name).filter((name) => wanted.has(name));
  const subdirectories = entries.filter(isSearched).map(({ name }) => name);
  return { names: names.length === 0 ? noNames : new Set(names), subdirectories, ...(status !== undefined && { status }) };
}

/** Shared by the directories without any of the names, which are nearly all. */
const noNames: ReadonlySet<string> = new Set();

/** Whether a directory with this name is searched: neither hidden nor of installed or generated files. */
export function isSearchedName(name: string): boolean {
  return !name.startsWith(".") && !skippedNames.has(name);
}

function isSearched(entry: DirectoryEntry): boolean {
  return entry.isDirectory() && isSearchedName(entry.name);
}

function joined(dir: string, name: string): string {
  return dir === "" ? name : `${dir}/${name}`;
}

/** A directory and those above it, the topmost first. Without the project itself. @param dir relative to the project. */
export function directoryAndParents(dir: string): readonly string[] {
  const names = dir === "" ? [] : dir.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
