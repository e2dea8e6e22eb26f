import { sha256 as hash } from "@precept/files";
import type { ExportDraft } from "../assign/request.ts";
import { renameRules, type Ledger, type LedgerEntry } from "../ledger/ledger.ts";
import { isSameText, isWrittenText, withLineEndsOf } from "../ledger/same-text.ts";
import { composeFile, composeSections, type DraftFile } from "../print/compose-file.ts";
import { checkFileLimits, findTooLong } from "../read-back/file-limits.ts";
import { hasItems, isCopy, selectRuleFiles } from "../ledger/copies.ts";
import type { ExistingFile, ExportAction, ExportPlan, PlanExportOptions } from "./export-plan.ts";
import { planCopies } from "./plan-copies.ts";

/** Plans an export: compares a draft with the existing files. Files written by hand are blocked, unless forced. */
export function planExport({ files, adopted, ...reports }: ExportDraft, given: PlanExportOptions): ExportPlan {
  const options = { ...given, ledger: selectRuleFiles(given.ledger) };
  const { ledger, targets, getExisting, overLimit = false, onProgress } = options;
  const composed = files.map((file, done) => {
    onProgress?.({ step: "Comparing files", done, total: files.length });
    return planFile(file, options);
  });
  const written = new Map(composed.map(({ path, after }) => [path, after]));
  const isOnlyForTargets = (path: string): boolean => ledger.get(path)?.targets.every((id) => targets.includes(id)) !== false;
  // A link stays as long as the file that it leads to.
  const stale = [...ledger].filter(([path, { link = path }]) => !written.has(link) && [path, link].every(isOnlyForTargets));
  const textAfter = (path: string): string => {
    const existing = getExisting(path);
    return written.get(path) ?? (typeof existing === "object" ? existing.text : "");
  };
  const limits = checkFileLimits(files, textAfter);
  const tooLong = overLimit ? new Set<string>() : findTooLong(limits, files);
  const isRefused = ({ kind, path }: ExportAction): boolean => (kind === "create" || kind === "update") && tooLong.has(path);
  const writes = composed.map((action): ExportAction =>
    isRefused(action) ? { ...action, kind: "blocked", reason: "tooLong" } : action,
  );
  const actions = [...writes, ...stale.flatMap(([path, entry]) => planRemoval(path, entry, options))];
  const stalePaths = new Set(stale.map(([path]) => path));
  const ledgerAfter = updateLedger({ files, adopted }, actions, stalePaths, options);
  const byPath = new Map(actions.map((action) => [action.path, action]));
  const copied = planCopiesOf(files, byPath, given);
  const items = given.items ?? { actions: [], entries: new Map([...given.ledger].filter(([, entry]) => hasItems(entry))) };
  return {
    ...reports,
    actions: [...actions, ...copied.actions, ...items.actions].toSorted((left, right) => (left.path < right.path ? -1 : 1)),
    limits,
    ledger: new Map([...ledgerAfter, ...copied.entries, ...items.entries]),
  };
}

function planCopiesOf(
  files: readonly DraftFile[],
  skills: ReadonlyMap<string, ExportAction>,
  { copies, ...options }: PlanExportOptions,
): ReturnType<typeof planCopies> {
  if (copies !== undefined) return planCopies(files, skills, { ...options, copies });
  return { actions: [], entries: new Map([...options.ledger].filter(([, entry]) => isCopy(entry))) };
}

type SharedFields = Pick<ExportAction, "path" | "targets" | "rules" | "after">;

function planFile(file: DraftFile, { getExisting, ledger, force }: PlanExportOptions): ExportAction {
  const { path } = file;
  const found = getExisting(path);
  const entry = ledger.get(path);
  const isManaged = typeof found === "object" && entry !== undefined && isUnchanged(found, entry);
  const composed = composeFile(file, isManaged ? found.text : undefined);
  const after = isManaged ? withLineEndsOf(found.text, composed) : composed;
  const shared: SharedFields = { path, targets: file.targets.map(({ id }) => id), rules: listRules(file), after };
  if (found === undefined) return { kind: "create", ...shared };
  if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
  const before = { before: found.text, beforeSha256: found.sha256 };
  if (isSameText(after, found.text)) return { kind: "unchanged", ...shared, ...before };
  if (isManaged || force?.has(path) === true) return { kind: "update", ...shared, ...before };
  return { kind: "blocked", ...shared, ...before, reason: entry === undefined ? "foreign" : "changed" };
}

/** Lists the ids of the rules that a tool reads in a file or through its import. */
function listRules({ rules, imports }: DraftFile): readonly string[] {
  return [...new Set([...rules.map(({ id }) => id), ...(imports?.rules ?? [])])];
}

/** Whether a file has the text that Precept wrote, apart from line ends. A crash can leave an empty file. */
export function isUnchanged({ text, sha256 }: ExistingFile, entry: LedgerEntry): boolean {
  const written = [entry.sha256, entry.next];
  return written.includes(sha256) || text === "" || isWrittenText(text, written);
}

/** Plans the deletion of a file that no longer has rules. It is blocked if the file was changed. */
function planRemoval(path: string, entry: LedgerEntry, { getExisting, force }: PlanExportOptions): readonly ExportAction[] {
  const found = getExisting(path);
  const shared: SharedFields = { path, targets: entry.targets, rules: entry.rules };
  if (found === undefined || entry.link !== undefined) return [];
  if (found === "unusable") return [{ kind: "blocked", ...shared, reason: "unusable" }];
  const before = { before: found.text, beforeSha256: found.sha256 };
  return isUnchanged(found, entry) || force?.has(path) === true
    ? [{ kind: "delete", ...shared, ...before }]
    : [{ kind: "blocked", ...shared, ...before, reason: "changed" }];
}

function updateLedger(
  { files, adopted }: Pick<ExportDraft, "files" | "adopted">,
  actions: readonly ExportAction[],
  stale: ReadonlySet<string>,
  { ledger }: PlanExportOptions,
): Ledger {
  const byPath = new Map(actions.map((action) => [action.path, action]));
  const isBlocked = (path: string): boolean => byPath.get(path)?.kind === "blocked";
  const newIds = adopted.flatMap(({ path, copy, rule }) => (isBlocked(path) ? [] : [[copy, rule] as const]));
  const renamed = renameRules(ledger, new Map(newIds));
  // A file that is blocked is not written or deleted, so its entry does not change.
  const after = new Map([...renamed].filter(([path]) => !stale.has(path) || isBlocked(path)));
  for (const file of files) {
    const action = byPath.get(file.path);
    if (action?.after === undefined || action.kind === "blocked") continue;
    const before = renamed.get(file.path);
    after.set(file.path, {
      targets: [...new Set([...action.targets, ...(before?.targets ?? [])])].toSorted(),
      format: file.codec.id,
      rules: action.rules,
      sha256: action.kind === "unchanged" ? hashOfUnchanged(action, before) : hash(action.after),
      ...file.preserved,
      ...((before?.handwritten === true || (before === undefined && action.kind === "unchanged")) && {
        handwritten: true as const,
      }),
      ...(file.imports !== undefined && { imports: file.imports.path }),
      ...((file.rules.length > 1 || file.imports !== undefined) && {
        sections: composeSections(file).map(({ text, ...section }) => ({ ...section, sha256: hash(text) })),
      }),
    });
  }
  return after;
}

/** Keeps the hash of the ledger if only line ends differ: other clones have other line ends. */
function hashOfUnchanged({ before = "", beforeSha256 = "" }: ExportAction, entry: LedgerEntry | undefined): string {
  if (entry === undefined || beforeSha256 === entry.sha256) return beforeSha256;
  return isWrittenText(before, [entry.sha256]) ? entry.sha256 : beforeSha256;
}
