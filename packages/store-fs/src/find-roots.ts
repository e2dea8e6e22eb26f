import { compareText, formatNumber, PreceptError, type Diagnostic, type RuleCodec } from "@precept/core";
import { kindIn, locate, openRoot, type Root } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import type { FsRoot } from "./options.ts";
import {
  defaultMaxDepth,
  defaultMaxDirectories,
  type SearchedDirectory,
  type SearchOptions,
  type SearchResult,
} from "./search-directories.ts";
import { searchRemembered } from "./search-remembered.ts";

/** The location of a tool's rule files: a directory, or single files. */
export interface RootLocation {
  /** Relative to the directory that the rules govern; empty for that directory itself. */
  readonly dir: string;
  readonly codec: RuleCodec;
  /** The names of the only files to read. Default: every file that the codec accepts. */
  readonly files?: readonly string[];
  /** Whether to read only the first of `files` that exists. Default false. */
  readonly firstOnly?: boolean;
  /** Whether subdirectories of the project can have such a location as well. Default false. */
  readonly nested?: boolean;
  /** A path that must exist in the project, or the location is ignored. */
  readonly requires?: string;
  /** Paths that must not exist in the project, or the location is ignored. */
  readonly unless?: readonly string[];
}

/** The rule directories of a project. */
export interface FoundRoots {
  /** Those of the project first, then those of subdirectories by depth and path; each in the order of the locations. */
  readonly roots: readonly FsRoot[];
  /** Reports directories that were not searched because of a limit. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether a directory, relative to the project, was searched. */
  readonly isSearched: (dir: string) => boolean;
  /** Whether all directories were searched that no limit excludes. */
  readonly isComplete: boolean;
}

/**
 * Finds the rule directories of a project and of its subdirectories, whose rules govern only the subdirectory. Hidden
 * directories, and directories of installed or generated files (`node_modules`, `vendor`, `dist`, …), are not searched.
 */
export async function findRoots(
  projectDir: string,
  locations: readonly RootLocation[],
  options: SearchOptions = {},
): Promise<FoundRoots> {
  return findWith(openRoot(projectDir), locations, options, (project, wanted) => searchRemembered(project, wanted, options));
}

/** Finds rule directories by a search for the `wanted` names. */
export async function findWith(
  project: Root,
  locations: readonly RootLocation[],
  { maxDirectories = defaultMaxDirectories, maxDepth = defaultMaxDepth }: SearchOptions,
  search: (project: Root, wanted: ReadonlySet<string>, locations: readonly RootLocation[]) => Promise<SearchResult>,
): Promise<FoundRoots> {
  const wanted = new Set(locations.flatMap((location) => [...firstNames(location), ...conditionNames(location)]));
  const { directories, isSearched, isComplete, firstBeyondCount, firstBeyondDepth } = await search(project, wanted, locations);
  const exists = (path: string): boolean => kindIn(project, path, "entry") !== undefined;
  const active = locations.filter(
    ({ requires, unless = [] }) => (requires === undefined || exists(requires)) && !unless.some(exists),
  );
  const bases = [...directories]
    .filter(([, { names }]) => names.size > 0)
    .toSorted(([left], [right]) => depthOf(left) - depthOf(right) || compareText(left, right));
  const roots = bases.flatMap(([base, { names }]) =>
    active
      .filter((location) => (base === "" || location.nested === true) && firstNames(location).some((name) => names.has(name)))
      .flatMap((location) => rootAt(project, base, location) ?? []),
  );
  const diagnostics = [
    ...(firstBeyondCount === undefined ? [] : [reportCut(firstBeyondCount, `${formatNumber(maxDirectories)} directories`)]),
    ...(firstBeyondDepth === undefined
      ? []
      : [reportCut(firstBeyondDepth, `${formatNumber(maxDepth)} levels below the project`)]),
  ];
  return { roots, diagnostics, isSearched, isComplete };
}

function reportCut(first: string, limit: string): Diagnostic {
  const message = `The search for rule directories stopped at its limit of ${limit}. "${first}" and the directories after it were not searched.`;
  return report("roots/search-cut", {}, message);
}

/** Returns the root of a location in a directory; undefined if it does not exist. */
function rootAt(project: Root, base: string, location: RootLocation): FsRoot | undefined {
  const { files, firstOnly, codec } = location;
  const path = pathOf(base, location) || ".";
  if (!canBeRoot(project, path)) return undefined;
  return {
    dir: path,
    scope: "project",
    codec,
    ...(files !== undefined && { files }),
    ...(firstOnly === true && { firstOnly }),
    ...(base !== "" && { base }),
  };
}

function pathOf(base: string, { dir }: RootLocation): string {
  return [base, dir].filter((part) => part !== "").join("/");
}

/** Lists the paths of the locations whose first name exists, and the paths of their conditions. */
export function* pathsOf(
  directories: ReadonlyMap<string, SearchedDirectory>,
  locations: readonly RootLocation[],
): Iterable<string> {
  for (const { requires, unless = [] } of locations) yield* requires === undefined ? unless : [requires, ...unless];
  for (const [base, { names }] of directories) {
    if (names.size === 0) continue;
    for (const location of locations) {
      if (location.dir.includes("/") && firstNames(location).some((name) => names.has(name))) yield pathOf(base, location);
    }
  }
}

/** Whether a path is a directory or a link. The store reads a link, or reports that it leads out of the project. */
function canBeRoot(project: Root, path: string): boolean {
  try {
    locate(project, path);
  } catch (error) {
    return PreceptError.is(error, "PATH_REFUSED");
  }
  const kind = kindIn(project, path, "entry");
  return kind === "directory" || kind === "link";
}

/** The names of which a directory must contain at least one to have the location. */
function firstNames({ dir, files = [] }: RootLocation): readonly string[] {
  return dir === "" ? files : [dir.split("/")[0] ?? dir];
}

function conditionNames({ requires, unless = [] }: RootLocation): readonly string[] {
  return [...(requires === undefined ? [] : [requires]), ...unless].map((path) => path.split("/")[0] ?? path);
}

function depthOf(dir: string): number {
  return dir === "" ? 0 : dir.split("/").length;
}
