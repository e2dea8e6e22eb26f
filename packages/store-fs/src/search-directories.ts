import type { Dirent } from "node:fs";
import { join } from "node:path";
import { type DirectoryWatches, listDirectory, type Root } from "@precept/files";

/** Directories with fetched or generated files. Hidden directories are left out as well. */
const leftOut = new Set(["node_modules", "bower_components", "vendor", "venv", "__pycache__", "dist", "target", "coverage"]);

/** How many directories of a project are searched unless the caller says otherwise. */
export const defaultMaxDirectories = 20_000;

/** How many levels below the project are searched unless the caller says otherwise. */
export const defaultMaxDepth = 32;

/** How many directories are listed at the same time. */
const concurrency = 64;

export interface SearchOptions {
  /** Default 20,000. */
  readonly maxDirectories?: number;
  /** How many levels below the project. Default 32. */
  readonly maxDepth?: number;
  /** Whether a directory, relative to the project, is left out with everything below it. Default: none is. */
  readonly skips?: (dir: string) => boolean;
  /**
   * Directories, relative to the project, that are searched whatever the limits, with all directories above them. Hidden and vendored ones and those
   * behind links are left out all the same.
   */
  readonly also?: readonly string[];
}

/** A directory that was listed. */
export interface SearchedDirectory {
  /** The names of all entries that were asked for. */
  readonly names: ReadonlySet<string>;
  /** The names of the directories to search below it. */
  readonly below: readonly string[];
}

interface SearchResult {
  /** By path relative to the project, the project itself as an empty text. */
  readonly directories: ReadonlyMap<string, SearchedDirectory>;
  /** The first directory that the limit on their number left out, by level. */
  readonly firstBeyondCount: string | undefined;
  /** The first directory that lies too deep. */
  readonly firstBeyondDepth: string | undefined;
}

/** What is known from the previous search, and which of it may have changed. */
interface KnownDirectories {
  readonly directories: ReadonlyMap<string, SearchedDirectory>;
  /** Directories whose entries changed. */
  readonly changed: ReadonlySet<string>;
  /** Directories that were created, renamed or replaced; nothing below them is known either. */
  readonly replaced: ReadonlySet<string>;
}

/**
 * Lists the directories of a project level by level. Links are not followed: their directories would be searched twice.
 *
 * @param wanted whether the name of an entry is asked for.
 * @param known spares the directories that have not changed.
 * @param watches watches each directory before it is listed.
 */
export async function searchDirectories(
  project: Root,
  wanted: ReadonlySet<string>,
  { maxDirectories = defaultMaxDirectories, maxDepth = defaultMaxDepth, skips = () => false, also = [] }: SearchOptions,
  known?: KnownDirectories,
  watches?: DirectoryWatches,
): Promise<SearchResult> {
  const directories = new Map<string, SearchedDirectory>();
  const fresh = new Set<string>();
  let firstBeyondCount: string | undefined;
  let firstBeyondDepth: string | undefined;

  /** Whether a directory can be watched that could not be watched before, and so may have changed. */
  const isWatchedNow = (dir: string): boolean => {
    const path = absolute(project, dir);
    if (watches === undefined || watches.retain(path)) return false;
    watches.watch(project, path);
    return watches.retain(path);
  };
  const search = async (dir: string, parent: string | undefined): Promise<void> => {
    const isReplaced = known === undefined || known.replaced.has(dir) || (parent !== undefined && fresh.has(parent));
    const before = isReplaced ? undefined : known.directories.get(dir);
    if (before === undefined) fresh.add(dir);
    else if (!known?.changed.has(dir) && !isWatchedNow(dir)) {
      directories.set(dir, before);
      return;
    }
    watches?.watch(project, absolute(project, dir));
    const entries = await entriesOf(project, dir);
    directories.set(dir, {
      names: new Set(entries.map(({ name }) => name).filter((name) => wanted.has(name))),
      below: entries.filter(isSearched).map(({ name }) => name),
    });
  };
  const belowOf = (dir: string): string[] =>
    (directories.get(dir)?.below ?? []).map((name) => joined(dir, name)).filter((path) => !skips(path));

  let level: [dir: string, parent: string | undefined][] = [["", undefined]];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) {
      firstBeyondDepth = level[0]?.[0];
      break;
    }
    for (let at = 0; at < level.length; at += concurrency) {
      const some = level.slice(at, Math.min(at + concurrency, at + Math.max(0, maxDirectories - directories.size)));
      await Promise.all(some.map(([dir, parent]) => search(dir, parent)));
      if (some.length < Math.min(concurrency, level.length - at)) firstBeyondCount ??= level[at + some.length]?.[0];
      if (firstBeyondCount !== undefined) break;
    }
    if (firstBeyondCount !== undefined) break;
    level = level.flatMap(([dir]) => belowOf(dir).map((path): [string, string] => [path, dir]));
  }
  for (const dir of also) {
    let parent = "";
    for (const name of dir.split("/")) {
      const path = joined(parent, name);
      // Not a directory, or one that is left out.
      if (!directories.get(parent)?.below.includes(name) || skips(path)) break;
      if (!directories.has(path)) await search(path, parent);
      parent = path;
    }
  }
  return { directories, firstBeyondCount, firstBeyondDepth };
}

/** Whether a directory is searched by its name: not if it is hidden, or usually holds fetched or generated files. */
export function isSearchedName(name: string): boolean {
  return !name.startsWith(".") && !leftOut.has(name);
}

function isSearched(entry: Dirent): boolean {
  return entry.isDirectory() && isSearchedName(entry.name);
}

/** A directory that cannot be read holds no rules that could be used. */
async function entriesOf(project: Root, dir: string): Promise<readonly Dirent[]> {
  return listDirectory(project, dir).catch(() => []);
}

function joined(dir: string, name: string): string {
  return dir === "" ? name : `${dir}/${name}`;
}

function absolute(project: Root, dir: string): string {
  return dir === "" ? project.dir : join(project.dir, dir);
}
