import { join } from "node:path";
import type { Rule } from "@precept/core";
import { kindIn, openRoot, pathInside, realPathAt, toPosix } from "@precept/files";
import type { ExportRequest } from "@precept/mdc-compat";

/**
 * Describes the directories and links of a project, as far as an export needs them.
 *
 * @param root the project's directory, absolute.
 * @param rules the rules, whose own files can be links to other rule files.
 */
export function describeLayout(root: string, rules: readonly Rule[]): Required<Pick<ExportRequest, "hasDirectory" | "links">> {
  const project = openRoot(root);
  const links = new Map<string, string>();
  for (const { origin } of rules) {
    if (origin.path === undefined || origin.dialect === "precept") continue;
    const real = realPathAt(join(root, origin.path));
    const file = real === undefined ? undefined : pathInside(project.real, real);
    if (file !== undefined && toPosix(file) !== origin.path) links.set(origin.path, toPosix(file));
  }
  return { hasDirectory: (directory) => kindIn(project, directory, "none") === "directory", links };
}
