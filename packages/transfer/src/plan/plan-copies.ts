import { compareText } from "@precept/core";
import { isSkillFile } from "@precept/mdc-compat";
import { copyFormat, isCopy, isUnchangedCopy } from "../ledger/copies.ts";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import type { DraftFile } from "../print/compose-file.ts";
import { isSameEntry } from "../skill-files/file-entry.ts";
import { findCopyFolder, folderOf, type SkillFile, type SkillFolder } from "../skill-files/skill-folder.ts";
import type { BlockReason, CopySources, ExportAction, PlanExportOptions } from "./export-plan.ts";

export interface PlannedCopies {
  readonly actions: readonly ExportAction[];
  /** The entries of the ledger for all copied files after the export. */
  readonly entries: Ledger;
}

/**
 * Plans the files beside the skills of an export, and the deletion of those that are no longer needed. Beside a skill
 * that is blocked, nothing changes.
 *
 * @param skills the actions of the rule files, by path.
 */
export function planCopies(
  files: readonly DraftFile[],
  skills: ReadonlyMap<string, ExportAction>,
  options: PlanExportOptions & { readonly copies: CopySources },
): PlannedCopies {
  const { ledger, targets, copies } = options;
  const entries = new Map([...ledger].filter(([, entry]) => isCopy(entry)));
  const actions: ExportAction[] = [];
  // Files and directories whose copies stay as they are, because their sources cannot be compared with them.
  const waiting = new Set<string>();
  const planned = new Set<string>();
  for (const file of files) {
    const [rule] = file.rules;
    if (!isSkillFile(file.path) || file.rules.length !== 1 || rule === undefined) continue;
    const dir = folderOf(file.path);
    const folder = copies.folderOf(rule.id);
    if (folder === undefined || skills.get(file.path)?.kind === "blocked") continue;
    for (const { path } of folder.uncopied) waiting.add(dir + path.slice(folder.dir.length));
    if (copies.isSameDirectory(folder.dir, dir)) {
      waiting.add(dir);
      continue;
    }
    for (const one of folder.files) {
      const action = planCopy({ file, folder, dir, one }, options);
      planned.add(action.path);
      actions.push(action);
      if (action.kind !== "blocked") entries.set(action.path, toEntry(action, one, entries.get(action.path)));
    }
  }
  for (const [path, { kind }] of skills) if (kind === "blocked" && isSkillFile(path)) waiting.add(folderOf(path));
  for (const [path, entry] of ledger) {
    if (!isCopy(entry) || planned.has(path) || !entry.targets.every((id) => targets.includes(id))) continue;
    if (isAtOrBelow(path, waiting)) continue;
    const removal = planRemoval(path, entry, options);
    if (removal !== undefined) actions.push(removal);
    if (removal?.kind !== "blocked") entries.delete(path);
  }
  return { actions: actions.toSorted((left, right) => compareText(left.path, right.path)), entries };
}

function isAtOrBelow(path: string, parents: ReadonlySet<string>): boolean {
  if (parents.size === 0) return false;
  const segments = path.split("/");
  return segments.some((_, at) => parents.has(segments.slice(0, at + 1).join("/")));
}

interface PlannedFile {
  readonly file: DraftFile;
  readonly folder: SkillFolder;
  /** The folder of the skill that is written. */
  readonly dir: string;
  readonly one: SkillFile;
}

function planCopy(
  { file, folder, dir, one }: PlannedFile,
  { ledger, force, copies }: PlanExportOptions & { readonly copies: CopySources },
): ExportAction {
  const path = `${dir}/${one.path}`;
  const found = copies.presentAt(path, dir);
  const { mode, sha256, size } = one;
  const shared = {
    path,
    targets: file.targets.map(({ id }) => id),
    rules: file.rules.map(({ id }) => id),
    copy: { from: `${folder.dir}/${one.path}`, mode, sha256, size },
  };
  if (found === undefined) return { kind: "create", ...shared };
  if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
  const before = { beforeSha256: found.sha256, beforeMode: found.mode };
  if (isSameEntry(found, one)) return { kind: "unchanged", ...shared, ...before };
  const entry = ledger.get(path);
  const isManaged = entry !== undefined && isUnchangedCopy(found, entry);
  if (isManaged || force?.has(path) === true) return { kind: "update", ...shared, ...before };
  const reason: BlockReason = entry === undefined ? "foreign" : "changed";
  return { kind: "blocked", ...shared, ...before, reason };
}

function toEntry({ targets, rules }: ExportAction, { mode, sha256 }: SkillFile, before: LedgerEntry | undefined): LedgerEntry {
  const { head } = before ?? {};
  const all = [...new Set([...targets, ...(before?.targets ?? [])])].toSorted();
  return { targets: all, format: copyFormat, rules, sha256, ...(head !== undefined && { head }), mode };
}

/** Plans the deletion of a copy whose source no longer exists. Undefined if there is nothing to delete. */
function planRemoval(
  path: string,
  entry: LedgerEntry,
  { force, copies }: PlanExportOptions & { readonly copies: CopySources },
): ExportAction | undefined {
  const folder = findCopyFolder(path);
  const found = folder === undefined ? undefined : copies.presentAt(path, folder);
  if (found === undefined) return undefined;
  const shared = { path, targets: entry.targets, rules: entry.rules };
  if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
  const { mode = "100644" } = entry;
  const planned = {
    ...shared,
    copy: { mode, sha256: found.sha256, size: found.size },
    beforeSha256: found.sha256,
    beforeMode: found.mode,
  };
  if (isUnchangedCopy(found, entry) || force?.has(path) === true) return { kind: "delete", ...planned };
  return { kind: "blocked", ...planned, reason: "changed" };
}
