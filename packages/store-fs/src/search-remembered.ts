import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { readCacheFile, statusAt, writeCacheFile, type CacheFile, type Root } from "@precept/files";
import { parseFound, printFound, searchNear } from "./found-directories.ts";
import { directoriesOf, parseSearch, printSearch, type RememberedSearch } from "./directory-memory.ts";
import { searchDirectories, type SearchOptions, type SearchResult } from "./search-directories.ts";

/** How long directories are compared before the event loop runs again, in milliseconds. */
const sliceMs = 8;

/** The number of directories compared between two readings of the clock. */
const batchSize = 256;

/**
 * Searches the directories of a project, and remembers them in a file of the user, if the options name one. A directory whose change time, inode and
 * device are the remembered ones is not listed again: programs can set the modification time of a directory, but not its change time. With `near`, the
 * others are not even compared.
 *
 * @param wanted the names of entries to look for.
 */
export async function searchRemembered(
  project: Root,
  wanted: ReadonlySet<string>,
  options: SearchOptions,
): Promise<SearchResult> {
  const { cache, include = [], near, maxDirectories, maxDepth, onProgress } = options;
  if (cache === undefined) return searchDirectories(project, wanted, options);
  const file = { dir: cache.dir, subject: project.real };
  // No path contains a zero byte.
  const foundFile = { dir: cache.dir, subject: `${project.real}\0found` };
  const key = JSON.stringify([cache.version, project.real, [...wanted].toSorted(), maxDirectories, maxDepth, cache.key]);
  if (near !== undefined && include.length === 0) {
    const content = readCacheFile(foundFile);
    const found = content && parseFound(content, key);
    if (found !== undefined) return searchNear(project, wanted, near, found, options);
  }
  const content = readCacheFile(file);
  const remembered = content && parseSearch(content, key);
  const changes = remembered && (await findChanges(project, remembered, onProgress));
  const isUnchanged = changes?.changed.size === 0 && changes.replaced.size === 0;
  if (remembered !== undefined && isUnchanged && include.length === 0) {
    const result = resultOf(remembered);
    if (near !== undefined) await save(foundFile, printFound(result, key));
    return result;
  }
  const known = remembered && changes && { directories: directoriesOf(remembered), ...changes };
  const result = await searchDirectories(project, wanted, options, known);
  // The included directories beyond the limits differ between requests.
  if (include.length === 0) {
    await save(file, printSearch(result, key));
    await save(foundFile, printFound(result, key));
  }
  return result;

  async function save(saved: CacheFile, text: string | Uint8Array): Promise<void> {
    if (cache?.readOnly !== true) await writeCacheFile(saved, text);
  }
}

/** Compares the directories with their remembered status. */
async function findChanges(
  project: Root,
  { paths, numbers }: RememberedSearch,
  onProgress: SearchOptions["onProgress"],
): Promise<{ readonly changed: ReadonlySet<string>; readonly replaced: ReadonlySet<string> }> {
  const changed = new Set<string>();
  const replaced = new Set<string>();
  const prefix = join(project.real, "/");
  let sliceStart = Date.now();
  for (let at = 0; at < paths.length; at += 1) {
    const path = paths[at] as string;
    const status = statusAt(path === "" ? project.real : prefix + path);
    const before = numbers[at * 3];
    if (before === -1 || status?.ctimeMs !== before) changed.add(path);
    if (status?.ino !== numbers[at * 3 + 1] || status?.dev !== numbers[at * 3 + 2]) replaced.add(path);
    if (at % batchSize !== 0 || Date.now() - sliceStart < sliceMs) continue;
    onProgress?.({ step: "Comparing directories", done: at, total: paths.length });
    await setImmediate();
    sliceStart = Date.now();
  }
  return { changed, replaced };
}

/** The result of a remembered search, of which nothing has changed. */
function resultOf({ paths, header }: RememberedSearch): SearchResult {
  let searched: ReadonlySet<string> | undefined;
  return {
    directories: new Map(header.named.map(([at, names]) => [paths[at] as string, { names: new Set(names), subdirectories: [] }])),
    isComplete: true,
    isSearched: (dir) => (searched ??= new Set(paths)).has(dir),
    firstBeyondCount: header.firstBeyondCount,
    firstBeyondDepth: header.firstBeyondDepth,
  };
}
