import { join, resolve } from "node:path";
import { anyDialect, findLocation, precept, ruleLocations } from "@precept/mdc-compat";
import { findRoots, pathInside, type FsRoot } from "@precept/store-fs";
import { isIgnored } from "./ignored.ts";
import type { WorkspaceLocation } from "./location.ts";
import { overlayDir } from "./places.ts";
import type { Settings } from "./settings.ts";

/** The directories that rules are read from, in the order that decides between rules of the same name. */
export async function rootsOf(settings: Settings, { root, home }: WorkspaceLocation): Promise<readonly FsRoot[]> {
  const named = settings.rulesDirs.map((dir): FsRoot => ({ dir, codec: findLocation(dir)?.codec ?? anyDialect }));
  if (!settings.defaultRules) return named;
  const shared = [...ownRoots, ...(await nestedRoots(root, settings.ignore)), overlay]
    // Where the project is the directory that holds a person's own rules, those are no project's.
    .filter(({ dir }) => pathInside(home, join(root, dir)) === undefined);
  const personal = [
    ...(settings.user === undefined
      ? []
      : [{ ...personalRoot(join(home, "users", settings.user, "rules"), "user"), userId: settings.user }]),
    personalRoot(join(home, "rules"), "global"),
  ];
  // A directory that is read already would give each of its rules twice.
  const known = new Set([...shared, ...personal].map(({ dir }) => resolve(root, dir)));
  return [...shared, ...named.filter(({ dir }) => !known.has(dir)), ...personal];
}

/** The project's own places are read whether or not they are there: the first rule may come later. */
const ownRoots = ruleLocations.map(({ dir, codec }): FsRoot => ({ dir, scope: "project", codec, optional: true }));

const overlay: FsRoot = { dir: overlayDir, scope: "project", codec: precept, overlay: true, optional: true };

async function nestedRoots(root: string, ignore: readonly string[]): Promise<readonly FsRoot[]> {
  const found = await findRoots(root, ruleLocations);
  return found
    .filter(({ base, dir }) => base !== undefined && !isIgnored(dir, ignore))
    .map((nested) => ({ ...nested, optional: true }));
}

function personalRoot(dir: string, scope: "user" | "global"): FsRoot {
  return { dir, scope, codec: precept, optional: true };
}
