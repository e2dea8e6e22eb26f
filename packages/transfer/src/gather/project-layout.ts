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
import { ruleFileNames, skillHosts } from "@precept/mdc-compat";
import { join } from "node:path";
import type { ExportRequest } from "../assign/request.ts";
import { findRuleDirectories } from "../select/rule-directories.ts";
import { folderOf } from "../skill-files/skill-folder.ts";
import type { InputRecord } from "./export-inputs.ts";

const skillDirectories: readonly string[] = [...new Set(skillHosts.flatMap(({ dirs }) => dirs))];

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
): Required<Pick<ExportRequest, "hasDirectory" | "links">> {
  const project = cacheRealPaths(openRoot(root));
  const links = new Map<string, string>();
  const add = (path: string, real: string | undefined): void => {
    const file = real === undefined ? undefined : pathInside(project.real, real);
    if (file !== undefined && toPosix(file) !== path) links.set(path, toPosix(file));
  };
  for (const { origin } of rules) {
    if (origin.path === undefined || origin.dialect === "precept") continue;
    add(origin.path, realPathAt(join(root, origin.path)));
  }
  for (const path of listLinkedSkills(project, skillPaths, record)) add(path, realPathAt(join(root, path)));
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
  return { hasDirectory, links };
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

/** Lists the paths of skills whose folder is a link, as to the folder of another tool. Such a link is not read as a rule. */
function listLinkedSkills(project: Root, skillPaths: readonly string[], record: InputRecord): readonly string[] {
  const linksIn = new Map<string, readonly string[]>();
  const listLinks = (dir: string): readonly string[] => {
    record.add("entry", dir);
    if (kindIn(project, dir) !== "directory") return [];
    return listDirectorySync(project, dir).flatMap((entry) => (entry.isSymbolicLink() ? [entry.name] : []));
  };
  for (const path of skillPaths) {
    const dir = folderOf(folderOf(path));
    const own = skillDirectories.find((one) => dir === one || dir.endsWith(`/${one}`)) ?? dir;
    for (const other of skillDirectories.map((one) => dir.slice(0, dir.length - own.length) + one))
      if (!linksIn.has(other)) linksIn.set(other, listLinks(other));
  }
  return [...linksIn].flatMap(([dir, names]) => names.map((name) => `${dir}/${name}/SKILL.md`));
}
