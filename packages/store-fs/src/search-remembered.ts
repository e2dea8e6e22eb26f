import {
  readSection,
  storedStatus,
  writeSections,
  type FileStatus,
  type Root,
  type SnapshotEntry,
  type SnapshotSection,
} from "@precept/files";
import { compareDirectories } from "./compare-directories.ts";
import {
  directoryAndParents,
  searchDirectories,
  type SearchedDirectory,
  type SearchOptions,
  type SearchResult,
} from "./search-directories.ts";

/** What is remembered of a directory besides its status, if there is anything. */
interface RememberedDirectory extends Partial<Pick<SearchResult, "firstBeyondCount" | "firstBeyondDepth">> {
  /** The names that were looked for. */
  readonly names: readonly string[];
  /** The subdirectories that were not searched. */
  readonly unsearched: readonly string[];
}

/** The status of a directory that could not be read. */
const unknownStatus: FileStatus = [-1, 0, 0, 0];

const notListed: SearchedDirectory = { names: new Set(), subdirectories: [] };

/** The remembered directories, parents first. The project itself is the first one, and has the limits of the search. */
interface RememberedSearch {
  readonly paths: readonly string[];
  /** Four numbers for each directory, see `FileStatus`. */
  readonly numbers: Float64Array;
  /** By the position of the directory. */
  readonly details: ReadonlyMap<number, RememberedDirectory>;
}

/**
 * Searches the directories of a project, and remembers them if the options say where. An unchanged directory is not
 * listed again. With `near`, the others are not even compared.
 */
export async function searchRemembered(
  project: Root,
  wanted: ReadonlySet<string>,
  options: SearchOptions,
): Promise<SearchResult> {
  const { cache, include = [], near, maxDirectories, maxDepth, onProgress } = options;
  if (cache === undefined) return searchDirectories(project, wanted, options);
  const { location } = cache;
  const key = JSON.stringify([project.real, [...wanted].toSorted(), maxDirectories, maxDepth, cache.key]);
  if (near !== undefined && include.length === 0) {
    const found = decode(readSection(location, "found", key));
    if (found !== undefined) return searchNear(project, wanted, near, toResult(found), options);
  }
  const remembered = decode(readSection(location, "directories", key));
  const changes =
    remembered &&
    (await compareDirectories(project, remembered.paths, (at, index) => remembered.numbers[at * 4 + index], onProgress));
  if (remembered !== undefined && changes?.changed.size === 0 && changes.replaced.size === 0 && include.length === 0) {
    const result = toResult(remembered);
    if (near !== undefined) await writeSections(location, key, { found: toEntries(result) });
    return result;
  }
  const known = remembered && changes && { directories: toDirectories(remembered), ...changes };
  const result = await searchDirectories(project, wanted, options, known);
  // The included directories beyond the limits differ between requests.
  if (include.length === 0) {
    const directories = toEntries(result);
    const found = directories.filter(({ path, value }) => path === "" || value !== undefined);
    await writeSections(location, key, { directories, found });
  }
  return result;
}

/** The entries of a search. The project itself is always the first one. */
function toEntries({ directories, firstBeyondCount, firstBeyondDepth }: SearchResult): readonly SnapshotEntry[] {
  const withProject = new Map([["", notListed], ...directories]);
  return [...withProject].map(([path, { names, subdirectories, status = unknownStatus }]) => {
    const unsearched = subdirectories.filter((name) => !directories.has(path === "" ? name : `${path}/${name}`));
    const isPlain = path !== "" && names.size === 0 && unsearched.length === 0;
    const details: RememberedDirectory = {
      names: [...names],
      unsearched,
      ...(path === "" && { firstBeyondCount, firstBeyondDepth }),
    };
    return { path, status, value: isPlain ? undefined : JSON.stringify(details) };
  });
}

function decode(section: SnapshotSection | undefined): RememberedSearch | undefined {
  if (section === undefined) return undefined;
  const details = [...section.values].map(([at, value]) => [at, JSON.parse(value) as RememberedDirectory] as const);
  return { paths: section.paths, numbers: section.numbers, details: new Map(details) };
}

/** The result of a remembered search, of which nothing has changed: only directories with wanted names. */
function toResult({ paths, details }: RememberedSearch): SearchResult {
  let searched: ReadonlySet<string> | undefined;
  const named = [...details].filter(([, { names }]) => names.length > 0);
  return {
    directories: new Map(named.map(([at, { names }]) => [paths[at] as string, { names: new Set(names), subdirectories: [] }])),
    isComplete: true,
    isSearched: (dir) => (searched ??= new Set(paths)).has(dir),
    firstBeyondCount: details.get(0)?.firstBeyondCount,
    firstBeyondDepth: details.get(0)?.firstBeyondDepth,
  };
}

function toDirectories({ paths, numbers, details }: RememberedSearch): ReadonlyMap<string, SearchedDirectory> {
  const subdirectories = new Map<string, string[]>();
  return new Map(
    paths.map((path, at) => {
      const { names, unsearched = [] } = details.get(at) ?? {};
      const own = [...unsearched];
      subdirectories.set(path, own);
      const end = path.lastIndexOf("/");
      if (path !== "") subdirectories.get(path.slice(0, Math.max(end, 0)))?.push(path.slice(end + 1));
      return [path, { names: new Set(names), subdirectories: own, status: storedStatus(numbers, at) }];
    }),
  );
}

/** Lists the directories `near` and those above them. For all others, the result is what an earlier search found. */
async function searchNear(
  project: Root,
  wanted: ReadonlySet<string>,
  near: readonly string[],
  { directories: found, firstBeyondCount, firstBeyondDepth }: SearchResult,
  { skips }: Pick<SearchOptions, "skips">,
): Promise<SearchResult> {
  const options = { maxDepth: 0, include: near, ...(skips !== undefined && { skips }) };
  const { directories: listed, isSearched } = await searchDirectories(project, wanted, options);
  const directories = new Map<string, SearchedDirectory>(listed);
  const missing = new Set(near.flatMap((dir) => directoryAndParents(dir).find((path) => !listed.has(path)) ?? []));
  for (const [path, directory] of found) {
    // A directory can have become a link or a file, below which nothing is searched.
    if (listed.has(path) || directoryAndParents(path).some((one) => missing.has(one))) continue;
    directories.set(path, directory);
  }
  return { directories, isSearched, isComplete: false, firstBeyondCount, firstBeyondDepth };
}
