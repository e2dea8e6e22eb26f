import { findRelativePaths, formatNumber, normalisePath, type FidelityNote, type Rule } from "@precept/core";
import { isSkillFile } from "@precept/mdc-compat";
import { folderOf, type SkillFolder } from "../skill-files/skill-folder.ts";
import type { Decision } from "./assignment.ts";
import type { ExportRequest } from "./request.ts";

/** Finds the rules that were written as skills: in a `SKILL.md`, imported from one, or with further files. */
export function findSkillIds({ rules, folders, ledger }: ExportRequest): ReadonlySet<string> {
  // Only imported files have a head.
  const imported = [...ledger].filter(([path, entry]) => isSkillFile(path) && entry.head !== undefined);
  const ids = new Set(imported.flatMap(([, entry]) => (entry.rules.length === 1 ? entry.rules : [])));
  for (const { id, origin } of rules) {
    const isWritten = origin.dialect !== "precept" && isSkillFile(origin.path ?? "");
    if (isWritten || folders?.has(id) === true) ids.add(id);
  }
  return ids;
}

/** The number of paths that a note names. */
const maxNamed = 5;

/**
 * Lists what a target does not get of the files beside a skill: all of them if it gets a rule, and those that the text
 * refers to but that are not there.
 *
 * @param written the paths of the rule files that the export writes.
 */
export function findSkillNotes(
  { rule, outputs = [], readIn = [] }: Decision & { readonly rule: Rule },
  request: ExportRequest,
  written: ReadonlySet<string>,
): readonly FidelityNote[] {
  const folder = request.folders?.get(rule.id);
  const paths = [...outputs.map(({ path }) => path), ...readIn];
  if (paths.length === 0) return [];
  const asRule = paths.filter((path) => !isSkillFile(path));
  const hasFiles = folder !== undefined && (folder.files.length > 0 || !folder.isComplete);
  const uncarried = asRule.length > 0 && hasFiles ? [lost(`The skill becomes a rule, without ${countFiles(folder)}.`)] : [];
  return [...uncarried, ...paths.flatMap((path) => findDangling(rule, path, { folder, request, written }))];
}

function countFiles({ files, isComplete }: SkillFolder): string {
  if (!isComplete) return "the files next to it";
  return files.length === 1 ? "the file next to it" : `the ${formatNumber(files.length)} files next to it`;
}

interface DanglingOptions {
  readonly folder: SkillFolder | undefined;
  readonly request: ExportRequest;
  readonly written: ReadonlySet<string>;
}

/** Returns a note on the paths in the text of a rule that lead nowhere from a file of the rule. */
function findDangling(rule: Rule, path: string, { folder, request, written }: DanglingOptions): readonly FidelityNote[] {
  const dir = folderOf(path);
  const isSkill = isSkillFile(path);
  const copied = isSkill ? (folder?.files ?? []) : [];
  const exists = (target: string): boolean =>
    written.has(target) ||
    copied.some((file) => isAtOrBelow(`${dir}/${file.path}`, target)) ||
    // Its own files are compared above: what is there now may be deleted by the export.
    (!(isSkill && folder !== undefined && folder.dir !== dir && target.startsWith(`${dir}/`)) &&
      request.hasFile?.(target) === true);
  const missing = findRelativePaths(rule.content).filter(
    (found) => !exists(normalisePath(`${dir}/${found.path}`)) && !exists(normalisePath(found.path)),
  );
  if (missing.length === 0) return [];
  const named = missing.slice(0, maxNamed).map((found) => found.path);
  const more = missing.length > named.length ? ` and ${formatNumber(missing.length - named.length)} more` : "";
  return [lost(`The text refers to ${named.join(", ")}${more}, which cannot be found from ${path}.`)];
}

function isAtOrBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

function lost(message: string): FidelityNote {
  return { field: "content", kind: "lost", message };
}
