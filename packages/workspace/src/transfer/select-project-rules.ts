import { compareText, type Rule } from "@precept/core";
import type { ExcludedFile } from "@precept/transfer";
import type { Workspace } from "../workspace.ts";
import { listTrackableFiles } from "./list-trackable-files.ts";
import type { InputRecord } from "./export-inputs.ts";
import { createExclusionCheck } from "./exclusions.ts";

/** The rules that an export writes, and the files of the others. */
export interface ExportedRules {
  readonly rules: readonly Rule[];
  readonly excluded: readonly ExcludedFile[];
}

/**
 * Removes the rules of other tools' files that are not part of the project: that git ignores, fixtures, templates, and files of other working trees.
 *
 * @param record receives the files by which git decides what it ignores.
 */
export async function selectProjectRules(
  { root, settings }: Workspace,
  all: readonly Rule[],
  record: InputRecord,
): Promise<ExportedRules> {
  // Git is not started for a project that has only native rules.
  if (!all.some(isForeign)) return { rules: all, excluded: [] };
  for (const { origin } of all.filter(isForeign)) if (!isOutside(origin.path ?? "")) record.addIgnoreFiles(origin.path ?? "");
  const findExclusion = createExclusionCheck({ root, ignore: settings.ignore, gitFiles: await listTrackableFiles(root) });
  const excluded: ExcludedFile[] = [];
  const rules = all.filter((rule) => {
    const { path = "", base } = rule.origin;
    const reason = isForeign(rule) && !isOutside(path) ? findExclusion({ path, base }) : undefined;
    if (reason !== undefined) excluded.push({ path, reason });
    return reason === undefined;
  });
  return { rules, excluded: excluded.toSorted((left, right) => compareText(left.path, right.path)) };
}

/** Whether a path leads out of the project, as those of trusted directories do. */
function isOutside(path: string): boolean {
  return path.startsWith("../") || path.startsWith("/") || /^[A-Za-z]:/.test(path);
}

/** Whether a rule is from a file of another tool in the project. */
function isForeign({ origin, scope }: Rule): boolean {
  return origin.path !== undefined && origin.dialect !== "precept" && origin.overlay !== true && scope === "project";
}
