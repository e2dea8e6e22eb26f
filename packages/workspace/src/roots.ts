import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { autoCodec, findLocation, precept, ruleLocations, type RuleLocation } from "@precept/mdc-compat";
import { kindIn, openRoot, pathInside, type Root } from "@precept/files";
import { findRoots, type FoundRoots, type FsRoot, type RootFinder } from "@precept/store-fs";
import { isIgnored, mayPrune } from "./ignored.ts";
import type { WorkspaceLocation } from "./location.ts";
import { overlayDir } from "./places.ts";
import type { Settings } from "./settings.ts";

/** How directories with rules are searched for. */
export interface RootSearch {
  /** Remembers the previous search of a watched project. */
  readonly finder?: RootFinder;
  /** Directories, relative to the project, that are searched whatever the limits. */
  readonly include?: readonly string[];
}

/**
 * The directories and files that rules are read from, in the order that decides between rules of the same name.
 *
 * @param absentToo whether the project's own places count that are not there: a rule may come later. Native rules always have a place.
 */
export async function rootsOf(
  settings: Settings,
  { root, home }: WorkspaceLocation,
  absentToo: boolean,
  { finder, include = [] }: RootSearch = {},
): Promise<Pick<FoundRoots, "roots" | "diagnostics" | "isSearched">> {
  const named = settings.rulesDirs.map((dir): FsRoot => ({ dir, codec: findLocation(dir)?.codec ?? autoCodec }));
  if (!settings.defaultRules) return { roots: named, diagnostics: [], isSearched: () => true };
  const read = ruleLocations.filter(({ dialect }) => settings.dialects?.includes(dialect.id) ?? true);
  const locations = read.filter(({ personal }) => personal !== true);
  const search = { ...settings.search, include, skips: (dir: string) => mayPrune(dir, settings.ignore) };
  const { roots: found, ...searched } = await (finder?.find(locations, search) ?? findRoots(root, locations, search));
  const own = locations.flatMap((location) => ownRoot(location, found, absentToo ? openRoot(root) : undefined));
  const nested = found.filter(({ base, dir }) => base !== undefined && !isIgnored(dir, settings.ignore));
  const shared = [...own, ...nested.map((one): FsRoot => ({ ...one, optional: true })), overlay]
    // Where the project is the directory that holds a person's own rules, those are no project's.
    .filter(({ dir, files }) => files !== undefined || pathInside(home, join(root, dir)) === undefined);
  const personal = [
    ...(settings.user === undefined
      ? []
      : [{ ...personalRoot(join(home, "users", settings.user, "rules"), "user"), userId: settings.user }]),
    personalRoot(join(home, "rules"), "global"),
    ...(settings.personal ? read.filter((location) => location.personal === true).map(inHome) : []),
  ];
  // A directory that is read already would give each of its rules twice.
  const known = new Set([...shared, ...personal].filter(({ files }) => files === undefined).map(({ dir }) => resolve(root, dir)));
  return { roots: [...shared, ...named.filter(({ dir }) => !known.has(dir)), ...personal], ...searched };
}

const overlay: FsRoot = { dir: overlayDir, scope: "project", codec: precept, overlay: true, optional: true };

/**
 * The place of a tool in the project itself, as the order of the locations has it.
 *
 * @param project where places count that are not there yet.
 */
function ownRoot(location: RuleLocation, found: readonly FsRoot[], project: Root | undefined): readonly FsRoot[] {
  const root = rootAt(location, location.dir === "" ? "." : location.dir, "project");
  const isFound = found.some((one) => one.base === undefined && one.dir === root.dir && one.codec === root.codec);
  return isFound ||
    location.dialect.id === "precept" ||
    (project !== undefined && isAlwaysRead(location) && mayBecomeDirectory(project, root.dir))
    ? [root]
    : [];
}

/** Whether nothing, a directory or a link is at a path. A file there may be one of the same tool, such as `.clinerules`. */
function mayBecomeDirectory(project: Root, path: string): boolean {
  const kind = kindIn(project, path, "entry");
  return kind === undefined || kind === "directory" || kind === "link";
}

/** Whether it only depends on itself if the place is read. */
function isAlwaysRead({ requires, unless }: RuleLocation): boolean {
  return requires === undefined && unless === undefined;
}

function inHome(location: RuleLocation): FsRoot {
  return rootAt(location, join(homedir(), location.dir), "global");
}

function rootAt({ codec, files, firstOnly }: RuleLocation, dir: string, scope: "project" | "global"): FsRoot {
  return {
    dir,
    scope,
    codec,
    optional: true,
    ...(files !== undefined && { files }),
    ...(firstOnly === true && { firstOnly }),
  };
}

function personalRoot(dir: string, scope: "user" | "global"): FsRoot {
  return { dir, scope, codec: precept, optional: true };
}
