import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { withoutUndefined, type ProgressListener } from "@precept/core";
import { autoCodec, findLocation, precept, ruleLocations, userPlaceholder, type RuleLocation } from "@precept/mdc-compat";
import { kindIn, openRoot, pathInside, type Root, type SnapshotLocation } from "@precept/files";
import { findRoots, type FoundRoots, type FsRoot, type RootFinder } from "@precept/store-fs";
import { report } from "./diagnostic-catalogue.ts";
import { isIgnored, mayPrune } from "./ignored.ts";
import type { WorkspaceLocation } from "./location.ts";
import { overlayDir } from "./paths.ts";
import type { Settings } from "./settings.ts";

export interface RootSearch {
  /** Remembers the previous search of a watched project. */
  readonly finder?: RootFinder;
  /** Directories, relative to the project, that are searched beyond the limits. */
  readonly include?: readonly string[];
  /** The only directories, relative to the project, that must be searched. See `SearchOptions.near`. */
  readonly near?: readonly string[] | undefined;
  readonly onProgress?: ProgressListener | undefined;
  /** Where the searched directories are remembered. Default: they are not. */
  readonly snapshot?: SnapshotLocation | undefined;
}

/**
 * Finds the directories and files that rules are read from, in the order of precedence.
 *
 * @param includeMissing whether to include locations of the project that may be created later. The directory of native
 *   rules is always included.
 */
export async function findRuleRoots(
  settings: Settings,
  { root, home, isUnmarked }: WorkspaceLocation,
  includeMissing: boolean,
  { finder, include = [], near, onProgress, snapshot }: RootSearch = {},
): Promise<FoundRoots> {
  const named = settings.rulesDirs.map((dir): FsRoot => ({ dir, codec: findLocation(dir)?.codec ?? autoCodec }));
  if (!settings.defaultRules) return { roots: named, diagnostics: [], isSearched: () => true, isComplete: true };
  const enabled = ruleLocations.filter(({ dialect }) => settings.dialects?.includes(dialect.id) ?? true);
  const locations = enabled.filter(({ personal }) => personal !== true);
  const search = {
    ...settings.rootSearch,
    watchBackend: settings.watchBackend,
    include,
    near,
    skips: (dir: string) => mayPrune(dir, settings.ignore),
    onProgress,
    cache: snapshot && { location: snapshot, key: JSON.stringify(settings.ignore) },
  };
  const {
    roots: found,
    diagnostics,
    ...searched
  } = await (finder?.find(locations, search) ?? findRoots(root, locations, search));
  const own = locations.flatMap((location) => ownRoot(location, found, includeMissing ? openRoot(root) : undefined));
  const nested = found.filter(({ base, dir }) => base !== undefined && !isIgnored(dir, settings.ignore));
  const shared = [...own, ...nested.map((one): FsRoot => ({ ...one, optional: true })), overlay]
    // The user's own rules are not project rules, even if the project contains the user's Precept directory.
    .filter(({ dir, files }) => files !== undefined || pathInside(home, join(root, dir)) === undefined);
  const personal = [
    ...(settings.user === undefined
      ? []
      : [{ ...personalRoot(join(home, "users", settings.user, "rules"), "user"), userId: settings.user }]),
    personalRoot(join(home, "rules"), "global"),
    ...(settings.personal
      ? enabled.flatMap((location) => (location.personal === true ? inHome(location, settings.user) : []))
      : []),
  ];
  // A directory that is read twice would duplicate its rules.
  const usedDirs = new Set(
    [...shared, ...personal].filter(({ files }) => files === undefined).map(({ dir }) => resolve(root, dir)),
  );
  const unmarked = `The subdirectories of ${root} were not searched for rules, because it belongs to no project.`;
  return {
    roots: [...shared, ...named.filter(({ dir }) => !usedDirs.has(dir)), ...personal],
    diagnostics: isUnmarked && diagnostics.length > 0 ? [report("roots/no-project", {}, unmarked)] : diagnostics,
    ...searched,
  };
}

const overlay: FsRoot = { dir: overlayDir, scope: "project", codec: precept, overlay: true, optional: true };

/** Returns the root of a location in the project directory, if it exists. With `project`, also a missing one. */
function ownRoot(location: RuleLocation, found: readonly FsRoot[], project: Root | undefined): readonly FsRoot[] {
  const root = rootAt(location, location.dir === "" ? "." : location.dir, "project");
  const isIndependent = location.requires === undefined && location.unless === undefined;
  const isFound = found.some((one) => one.base === undefined && one.dir === root.dir && one.codec === root.codec);
  return isFound ||
    location.dialect.id === "precept" ||
    (project !== undefined && isIndependent && mayBecomeDirectory(project, root.dir))
    ? [root]
    : [];
}

/** Whether a path is a directory, a link or missing. A file may belong to the same tool, such as `.clinerules`. */
function mayBecomeDirectory(project: Root, path: string): boolean {
  const kind = kindIn(project, path, "entry");
  return kind === undefined || kind === "directory" || kind === "link";
}

/** Returns the root of a location in the home directory. None for a location of a user if there is none. */
function inHome(location: RuleLocation, user: string | undefined): readonly FsRoot[] {
  const dir = join(homedir(), location.dir);
  if (!dir.includes(userPlaceholder)) return [rootAt(location, dir, "global")];
  if (user === undefined) return [];
  return [{ ...rootAt(location, dir.replace(userPlaceholder, user), "user"), userId: user }];
}

function rootAt({ codec, files, firstOnly }: RuleLocation, dir: string, scope: "project" | "user" | "global"): FsRoot {
  return { dir, scope, codec, optional: true, ...withoutUndefined({ files, firstOnly }) };
}

/** The root of native rules in a directory that belongs to no project. */
export function personalRoot(dir: string, scope: "user" | "global"): FsRoot {
  return { dir, scope, codec: precept, optional: true };
}
