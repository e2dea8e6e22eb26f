import { compareText, PreceptError, type RuleCodec } from "@precept/core";
import { kindIn, listDirectory, locate, openRoot, type DirectoryEntry, type Root } from "@precept/files";
import type { FsRoot } from "./options.ts";

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

/** Directories that hold what was fetched or built, never what somebody wrote. Hidden directories are passed over as well. */
const passedOver = new Set(["node_modules", "bower_components", "vendor", "venv", "__pycache__", "dist", "target", "coverage"]);

const maxDirectories = 20_000;
const maxProjectDepth = 12;

/**
 * Finds the rule directories of a project: in itself, and in the directories below it, whose rules govern only those. The project's own come first, then deeper
 * ones by path; each in the order of the locations.
 */
export async function findRoots(projectDir: string, locations: readonly RootLocation[]): Promise<readonly FsRoot[]> {
  const project = openRoot(projectDir);
  const isThere = (path: string): boolean => kindIn(project, path, "entry") !== undefined;
  const inUse = locations.filter(
    ({ requires, unless = [] }) => (requires === undefined || isThere(requires)) && !unless.some(isThere),
  );
  const bases = await findBases(project, inUse);
  const roots = await Promise.all(
    bases.flatMap(({ base, names }) =>
      inUse
        .filter((location) => (base === "" || location.nested === true) && firstNames(location).some((name) => names.has(name)))
        .map((location) => rootAt(project, base, location)),
    ),
  );
  return roots.filter((root) => root !== undefined);
}

/** The root of a location in a directory, where there is one. */
async function rootAt(project: Root, base: string, location: RootLocation): Promise<FsRoot | undefined> {
  const { dir, files, firstOnly, codec } = location;
  const path = [base, dir].filter((part) => part !== "").join("/") || ".";
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

/** A directory that may have rules of its own, relative to the project, the project itself as an empty text. */
interface Base {
  readonly base: string;
  /** What lies in it. */
  readonly names: ReadonlySet<string>;
}

async function findBases(project: Root, locations: readonly RootLocation[]): Promise<readonly Base[]> {
  const wanted = new Set(locations.flatMap(firstNames));
  const wantedBelow = new Set(locations.filter(({ nested }) => nested === true).flatMap(firstNames));
  const found: Base[] = [];
  let level = [""];
  let looked = 0;
  for (let depth = 0; depth <= maxProjectDepth && level.length > 0 && looked < maxDirectories; depth += 1) {
    const below: string[] = [];
    for (let at = 0; at < level.length && looked < maxDirectories; at += 64) {
      const some = level.slice(at, at + 64);
      looked += some.length;
      const listings = await Promise.all(some.map((dir) => entriesOf(project, dir)));
      for (const [position, entries] of listings.entries()) {
        const base = some[position] ?? "";
        const names = new Set(entries.map(({ name }) => name).filter((name) => (base === "" ? wanted : wantedBelow).has(name)));
        if (names.size > 0) found.push({ base, names });
        for (const { name } of entries.filter(isWorthEntering)) below.push(base === "" ? name : `${base}/${name}`);
      }
    }
    level = below;
  }
  return found.toSorted((left, right) => depthOf(left.base) - depthOf(right.base) || compareText(left.base, right.base));
}

function depthOf(dir: string): number {
  return dir === "" ? 0 : dir.split("/").length;
}

/** Links are not followed: the same rules would be found twice. */
function isWorthEntering(entry: DirectoryEntry): boolean {
  return entry.isDirectory() && !entry.name.startsWith(".") && !passedOver.has(entry.name);
}

/** What can't be read holds no rules that could be used. */
async function entriesOf(project: Root, dir: string): Promise<readonly DirectoryEntry[]> {
  return listDirectory(project, dir).catch(() => []);
}
