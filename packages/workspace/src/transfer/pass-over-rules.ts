import { compareText, type Rule } from "@precept/core";
import type { PassedOverFile } from "@precept/transfer";
import type { Workspace } from "../workspace.ts";
import { listTrackableFiles } from "./list-trackable-files.ts";
import type { InputRecord } from "./export-inputs.ts";
import { createPassOver } from "./passed-over.ts";

/** The rules that an export writes, and the files of the others. */
export interface ExportedRules {
  readonly rules: readonly Rule[];
  readonly passedOver: readonly PassedOverFile[];
}

/**
 * Removes the rules of other tools' files that are not part of the project: that git ignores, fixtures, templates, and files of other working trees.
 *
 * @param record receives the files by which git decides what it ignores.
 */
export async function passOverRules(
  { root, settings }: Workspace,
  all: readonly Rule[],
  record: InputRecord,
): Promise<ExportedRules> {
  // Git is not started for a project that has only native rules.
  if (!all.some(isForeign)) return { rules: all, passedOver: [] };
  for (const { origin } of all.filter(isForeign)) if (!isOutside(origin.path ?? "")) record.addIgnoreFiles(origin.path ?? "");
  const passOver = createPassOver({ root, ignore: settings.ignore, gitFiles: await listTrackableFiles(root) });
  const passedOver: PassedOverFile[] = [];
  const rules = all.filter((rule) => {
    const { path = "", base } = rule.origin;
    const reason = isForeign(rule) && !isOutside(path) ? passOver({ path, base }) : undefined;
    if (reason !== undefined) passedOver.push({ path, reason });
    return reason === undefined;
  });
  return { rules, passedOver: passedOver.toSorted((left, right) => compareText(left.path, right.path)) };
}

/** Whether a path leads out of the project, as those of trusted directories do. */
function isOutside(path: string): boolean {
  return path.startsWith("../") || path.startsWith("/") || /^[A-Za-z]:/.test(path);
}

/** Whether a rule is from a file of another tool in the project. */
function isForeign({ origin, scope }: Rule): boolean {
  return origin.path !== undefined && origin.dialect !== "precept" && origin.overlay !== true && scope === "project";
}
