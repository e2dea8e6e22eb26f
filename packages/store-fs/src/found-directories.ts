import type { Root } from "@precept/files";
import { searchDirectories, type SearchedDirectory, type SearchOptions, type SearchResult } from "./search-directories.ts";

/** The directories in which a search of all directories found something, and the names that it found. */
export interface FoundDirectories extends Pick<SearchResult, "firstBeyondCount" | "firstBeyondDepth"> {
  /** By path relative to the project. */
  readonly named: ReadonlyMap<string, readonly string[]>;
}

interface FoundFile extends Pick<SearchResult, "firstBeyondCount" | "firstBeyondDepth"> {
  /** What the search depends on besides the directories. */
  readonly key: string;
  readonly named: readonly (readonly [path: string, names: readonly string[]])[];
}

/** Prints what a search found, without the directories in which it found nothing. */
export function printFound({ directories, firstBeyondCount, firstBeyondDepth }: SearchResult, key: string): string {
  const named = [...directories].flatMap(([path, { names }]) => (names.size > 0 ? [[path, [...names]] as const] : []));
  return JSON.stringify({ key, named, firstBeyondCount, firstBeyondDepth } satisfies FoundFile);
}

/** Reads what {@link printFound} printed. @returns undefined if it is damaged, or of a search with another key. */
export function parseFound(content: Buffer, key: string): FoundDirectories | undefined {
  try {
    const { key: found, named, ...beyond } = JSON.parse(content.toString("utf8")) as FoundFile;
    return found === key ? { ...beyond, named: new Map(named) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lists the directories `near` and those above them. For all others, the result is what an earlier search found.
 *
 * @param wanted the names of entries to look for.
 */
export async function searchNear(
  project: Root,
  wanted: ReadonlySet<string>,
  near: readonly string[],
  { named, ...beyond }: FoundDirectories,
  { skips }: Pick<SearchOptions, "skips">,
): Promise<SearchResult> {
  const options = { maxDepth: 0, include: near, ...(skips !== undefined && { skips }) };
  const { directories: listed, isSearched } = await searchDirectories(project, wanted, options);
  const directories = new Map<string, SearchedDirectory>(listed);
  const missing = new Set(near.flatMap((dir) => parentsOf(dir).find((path) => !listed.has(path)) ?? []));
  for (const [path, names] of named) {
    // A directory can have become a link or a file, below which nothing is searched.
    if (listed.has(path) || parentsOf(path).some((one) => missing.has(one))) continue;
    directories.set(path, { names: new Set(names), subdirectories: [] });
  }
  return { directories, isSearched, isComplete: false, ...beyond };
}

/** A directory and those above it, the topmost first. Without the project itself. */
function parentsOf(dir: string): readonly string[] {
  const names = dir === "" ? [] : dir.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
