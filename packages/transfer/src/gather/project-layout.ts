import type { Rule } from "@precept/core";
import { kindIn, linkTargetAt, openRoot, pathInside, realPathAt, toPosix } from "@precept/files";
import { ruleFileNames } from "@precept/mdc-compat";
import { join } from "node:path";
import type { ExportRequest } from "../assign/request.ts";
import { findRuleDirectories } from "../select/rule-directories.ts";
import type { InputRecord } from "./export-inputs.ts";

/**
 * Describes the directories and links of a project, as far as an export needs them.
 *
 * @param bases the subdirectories that have rule files, which can all be links.
 */
export function describeLayout(
  root: string,
  rules: readonly Rule[],
  bases: readonly string[],
  record: InputRecord,
): Required<Pick<ExportRequest, "hasDirectory" | "links">> {
  const project = openRoot(root);
  const links = new Map<string, string>();
  const add = (path: string, real: string | undefined): void => {
    const file = real === undefined ? undefined : pathInside(project.real, real);
    if (file !== undefined && toPosix(file) !== path) links.set(path, toPosix(file));
  };
  for (const { origin } of rules) {
    if (origin.path === undefined || origin.dialect === "precept") continue;
    add(origin.path, realPathAt(join(root, origin.path)));
  }
  // A link to a file that this export writes, such as CLAUDE.md to AGENTS.md, has no rule.
  for (const directory of new Set([...listDirectories(rules), ...bases])) {
    record.add("directory", directory);
    for (const name of ruleFileNames) {
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

/** The directories that an export can write a file such as `AGENTS.md` to. */
function listDirectories(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(["", ...rules.flatMap((rule) => [rule.origin.base ?? "", ...(findRuleDirectories(rule) ?? [])])]);
}
