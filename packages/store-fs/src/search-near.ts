import type { Root } from "@precept/files";
import { searchDirectories, type SearchedDirectory, type SearchOptions, type SearchResult } from "./search-directories.ts";

/**
 * Lists the directories `near` and those above them. For all others, the result is what an earlier search found.
 *
 * @param wanted the names of entries to look for.
 * @param found the directories in which a search of all directories found something.
 */
export async function searchNear(
  project: Root,
  wanted: ReadonlySet<string>,
  near: readonly string[],
  { directories: found, firstBeyondCount, firstBeyondDepth }: SearchResult,
  { skips }: Pick<SearchOptions, "skips">,
): Promise<SearchResult> {
  const options = { maxDepth: 0, include: near, ...(skips !== undefined && { skips }) };
  const { directories: listed, isSearched } = await searchDirectories(project, wanted, options);
  const directories = new Map<string, SearchedDirectory>(listed);
  const missing = new Set(near.flatMap((dir) => parentsOf(dir).find((path) => !listed.has(path)) ?? []));
  for (const [path, directory] of found) {
    // A directory can have become a link or a file, below which nothing is searched.
    if (listed.has(path) || parentsOf(path).some((one) => missing.has(one))) continue;
    directories.set(path, directory);
  }
  return { directories, isSearched, isComplete: false, firstBeyondCount, firstBeyondDepth };
}

/** A directory and those above it, the topmost first. Without the project itself. */
function parentsOf(dir: string): readonly string[] {
  const names = dir === "" ? [] : dir.split("/");
  return names.map((_, at) => names.slice(0, at + 1).join("/"));
}
