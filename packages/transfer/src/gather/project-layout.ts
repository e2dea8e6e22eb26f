import type { Rule } from "@precept/core";
import {
  cacheRealPaths,
  kindIn,
  linkTargetAt,
  listDirectorySync,
  openRoot,
  pathInside,
  realPathAt,
  toPosix,
  type Root,
} from "@precept/files";
import { ruleFileNames } from "@precept/mdc-compat";
import { join } from "node:path";
import type { ExportRequest } from "../assign/request.ts";
import { findRuleDirectories } from "../select/rule-directories.ts";
import type { InputRecord } from "./export-inputs.ts";
import { LinkedDirectories, listSkillLocations } from "./linked-directories.ts";

interface ProjectLayout extends Required<Pick<ExportRequest, "hasDirectory" | "links" | "linkedDirectories">> {
  /** Returns the path of the file that a path leads to. Undefined if there is none in the project. */
  readonly followLinks: (path: string) => string | undefined;
}

/**
 * Describes the directories and links of a project, as far as an export needs them.
 *
 * @param bases the subdirectories that have rule files, which can all be links.
 * @param skillPaths the paths of the `SKILL.md` files of tools.
 */
export function describeLayout(
  root: string,
  rules: readonly Rule[],
  { bases, skillPaths }: { readonly bases: readonly string[]; readonly skillPaths: readonly string[] },
  record: InputRecord,
): ProjectLayout {
  const project = cacheRealPaths(openRoot(root));
  const locations = listSkillLocations(rules, skillPaths);
  const directories = new LinkedDirectories(project, locations, record);
  const links = new Map<string, string>();
  const toUsedPath = (real: string | undefined): string | undefined => {
    const inside = real === undefined ? undefined : pathInside(project.real, real);
    return inside === undefined ? undefined : directories.usedPathOf(toPosix(inside));
  };
  const add = (path: string, real: string | undefined): void => {
    const file = toUsedPath(real);
    if (file !== undefined && file !== path) links.set(path, file);
  };
  for (const { origin } of rules) {
    if (origin.path === undefined || origin.dialect === "precept") continue;
    add(origin.path, realPathAt(join(root, origin.path)));
  }
  for (const path of listLinkedSkills(project, locations, directories)) add(path, realPathAt(join(root, path)));
  // A link to a file that this export writes, such as CLAUDE.md to AGENTS.md, has no rule.
  for (const directory of new Set([...listDirectories(rules), ...bases])) {
    record.add("directory", directory);
    for (const name of listPresent(project, directory)) {
      const path = directory === "" ? name : `${directory}/${name}`;
      add(path, linkTargetAt(join(root, path)));
    }
  }
  const hasDirectory = (directory: string): boolean => {
    record.add("directory", directory);
    return kindIn(project, directory, "none") === "directory";
  };
  const followLinks = (path: string): string | undefined => toUsedPath(realPathAt(join(root, path)));
  return { hasDirectory, links, linkedDirectories: directories.used, followLinks };
}

/** Lists the names of rule files that can be in a directory: those of which it has the first segment. */
function listPresent(project: Root, directory: string): readonly string[] {
  if (kindIn(project, directory, "none") !== "directory") return [];
  const names = new Set(listDirectorySync(project, directory, "none").map(({ name }) => name));
  return [...ruleFileNames].filter((name) => names.has(name.split("/", 1)[0] ?? name));
}

/** The directories that an export can write a file such as `AGENTS.md` to. */
function listDirectories(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(["", ...rules.flatMap((rule) => [rule.origin.base ?? "", ...(findRuleDirectories(rule) ?? [])])]);
}

/** Lists the paths of skills that are read through a link to their folder, or to a directory of skills. */
function listLinkedSkills(project: Root, locations: readonly string[], directories: LinkedDirectories): readonly string[] {
  return locations.flatMap((dir) => {
    if (kindIn(project, dir) !== "directory") return [];
    const entries = listDirectorySync(project, dir);
    const linked = directories.used.has(dir) ? entries : entries.filter((entry) => entry.isSymbolicLink());
    return linked.map(({ name }) => `${dir}/${name}/SKILL.md`);
  });
}
