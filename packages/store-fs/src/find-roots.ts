import { compareText, PreceptError, type Diagnostic, type RuleCodec } from "@precept/core";
import { kindIn, locate, openRoot, type Root } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import type { FsRoot } from "./options.ts";
import {
  defaultMaxDepth,
  defaultMaxDirectories,
  searchDirectories,
  type SearchedDirectory,
  type SearchOptions,
} from "./search-directories.ts";

/** A directory in which a tool keeps rule files, or single files of its. */
export interface RootLocation {
  /** Relative to the directory that the rules govern, empty for that directory itself. */
  readonly dir: string;
  readonly codec: RuleCodec;
  /** The names of the files, where it is only these. */
  readonly files?: readonly string[];
  /** Whether only the first of these files that is there counts. */
  readonly firstOnly?: boolean;
  /** Whether directories below the project may have one of their own. Default false. */
  readonly nested?: boolean;
  /** What has to be in the project for it to count. */
  readonly requires?: string;
  /** What must not be in the project for it to count: none of these. */
  readonly unless?: readonly string[];
}

/** The rule directories of a project. */
export interface FoundRoots {
  /** The project's own first, then deeper ones by path; each in the order of the locations. */
  readonly roots: readonly FsRoot[];
  /** Reports that a limit was reached and directories were not searched. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether a directory, relative to the project, was searched. */
  readonly isSearched: (dir: string) => boolean;
}

/**
 * Finds the rule directories of a project: in itself, and in the directories below it, whose rules govern only those. Hidden directories, and those
 * that usually hold fetched or generated files (`node_modules`, `vendor`, `dist`, …), are not searched.
 */
export async function findRoots(
  projectDir: string,
  locations: readonly RootLocation[],
  options: SearchOptions = {},
): Promise<FoundRoots> {
  return findWith(openRoot(projectDir), locations, options, (project, wanted) => searchDirectories(project, wanted, options));
}

/**
 * Finds the rule directories of a project.
 *
 * @param search lists the directories of the project; `wanted` are the names to look for in each.
 */
export async function findWith(
  project: Root,
  locations: readonly RootLocation[],
  { maxDirectories = defaultMaxDirectories, maxDepth = defaultMaxDepth }: SearchOptions,
  search: (
    project: Root,
    wanted: ReadonlySet<string>,
    locations: readonly RootLocation[],
  ) => ReturnType<typeof searchDirectories>,
): Promise<FoundRoots> {
  const wanted = new Set(locations.flatMap((location) => [...firstNames(location), ...conditionNames(location)]));
  const { directories, firstBeyondCount, firstBeyondDepth } = await search(project, wanted, locations);
  const isThere = (path: string): boolean => kindIn(project, path, "entry") !== undefined;
  const inUse = locations.filter(
    ({ requires, unless = [] }) => (requires === undefined || isThere(requires)) && !unless.some(isThere),
  );
  const bases = [...directories]
    .filter(([, { names }]) => names.size > 0)
    .toSorted(([left], [right]) => depthOf(left) - depthOf(right) || compareText(left, right));
  const roots = bases.flatMap(([base, { names }]) =>
    inUse
      .filter((location) => (base === "" || location.nested === true) && firstNames(location).some((name) => names.has(name)))
      .flatMap((location) => rootAt(project, base, location) ?? []),
  );
  const diagnostics = [
    ...(firstBeyondCount === undefined ? [] : [reportCut(firstBeyondCount, `in ${inEnglish(maxDirectories)} directories`)]),
    ...(firstBeyondDepth === undefined ? [] : [reportCut(firstBeyondDepth, `${inEnglish(maxDepth)} levels below the project`)]),
  ];
  return { roots, diagnostics, isSearched: (dir) => directories.has(dir) };
}

function reportCut(first: string, where: string): Diagnostic {
  const message = `Rule directories were searched for ${where}, which is the limit. "${first}" and the directories after it were not searched.`;
  return report("roots/search-cut", {}, message);
}

function inEnglish(count: number): string {
  return count.toLocaleString("en-US");
}

/** The root of a location in a directory, where there is one. */
function rootAt(project: Root, base: string, location: RootLocation): FsRoot | undefined {
  const { files, firstOnly, codec } = location;
  const path = pathOf(base, location) || ".";
  if (!mayHoldRules(project, path)) return undefined;
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

/** The paths of the locations, as far as their first names exist, and of the conditions for them. */
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

/** Whether a path is a directory, or leads somewhere through a link: the store reads that, or reports that it leaves the project. */
function mayHoldRules(project: Root, path: string): boolean {
  try {
    locate(project, path);
  } catch (error) {
    return PreceptError.is(error, "PATH_REFUSED");
  }
  const kind = kindIn(project, path, "entry");
  return kind === "directory" || kind === "link";
}

/** What has to lie in a directory for it to have the location. */
function firstNames({ dir, files = [] }: RootLocation): readonly string[] {
  return dir === "" ? files : [dir.split("/")[0] ?? dir];
}

function conditionNames({ requires, unless = [] }: RootLocation): readonly string[] {
  return [...(requires === undefined ? [] : [requires]), ...unless].map((path) => path.split("/")[0] ?? path);
}

function depthOf(dir: string): number {
  return dir === "" ? 0 : dir.split("/").length;
}
