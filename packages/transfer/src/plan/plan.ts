import type { ProgressListener } from "@precept/core";
import { sha256 as hash } from "@precept/files";
import { composeFile, composeSections, type DraftFile } from "../print/compose-file.ts";
import type { ExportDraft } from "../assign/request.ts";
import { checkFileLimits, type LimitReport } from "../read-back/file-limits.ts";
import { type Ledger, type LedgerEntry, renameRules } from "../ledger/ledger.ts";
import { isSameText, isWrittenText, withLineEndsOf } from "../ledger/same-text.ts";

/** The content of a file in the project. */
export interface ExistingFile {
  readonly text: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Why a file is not written or deleted. */
export type BlockReason =
  /** The file exists, and Precept neither wrote nor imported it. */
  | "foreign"
  /** The file was changed since Precept last wrote it. */
  | "changed"
  /** The path is a link or a directory, is outside the project, or is not a text file. */
  | "unusable";

/** The planned change of one file. */
export interface ExportAction {
  readonly kind: "create" | "update" | "unchanged" | "delete" | "blocked";
  readonly path: string;
  readonly targets: readonly string[];
  /** Ids of the rules in the file. */
  readonly rules: readonly string[];
  /** The new content. Absent if the file is to be deleted. */
  readonly after?: string;
  /** The current content. Absent if the file does not exist or cannot be read. */
  readonly before?: string;
  readonly beforeSha256?: string;
  readonly reason?: BlockReason;
}

/** The changes of an export, before they are applied. */
export interface ExportPlan {
  /** Sorted by path. */
  readonly actions: readonly ExportAction[];
  readonly omitted: ExportDraft["omitted"];
  readonly reduced: ExportDraft["reduced"];
  readonly alreadyRead: ExportDraft["alreadyRead"];
  readonly readTwice: ExportDraft["readTwice"];
  readonly readDifferently: ExportDraft["readDifferently"];
  readonly limits: readonly LimitReport[];
  /** The ledger to store after all actions are applied. */
  readonly ledger: Ledger;
}

export interface PlanExportOptions {
  /** The existing files at the paths of the draft and of the ledger. */
  readonly existing: ReadonlyMap<string, ExistingFile | "unusable">;
  readonly ledger: Ledger;
  /** Ids of the targets of the export. Files of other targets are not deleted. */
  readonly targets: readonly string[];
  /** Files that are overwritten or deleted although they were written or edited by hand. Paths in the project. Default: none. */
  readonly force?: ReadonlySet<string>;
  /** Receives the number of compared files. */
  readonly onProgress?: ProgressListener | undefined;
}

/** Plans an export: compares the files of a draft with the existing files. Files that Precept did not write are blocked, never overwritten unless the user named them. */
export function planExport(draft: ExportDraft, options: PlanExportOptions): ExportPlan {
  const { ledger, targets, onProgress } = options;
  const writes = draft.files.map((file, done) => {
    onProgress?.({ step: "Comparing files", done, total: draft.files.length });
    return planFile(file, options);
  });
  const written = new Map(writes.map(({ path, after }) => [path, after]));
  const stale = [...ledger].filter(
    ([path, { targets: own, link = path }]) =>
      // A link stays as long as the file that it leads to.
      !written.has(link) &&
      [path, link].every((one) =>
        (one === path ? own : (ledger.get(one)?.targets ?? [])).every((target) => targets.includes(target)),
      ),
  );
  const actions = [...writes, ...stale.flatMap(([path, entry]) => planRemoval(path, entry, options))];
  return {
    actions: actions.toSorted((left, right) => (left.path < right.path ? -1 : 1)),
    omitted: draft.omitted,
    reduced: draft.reduced,
    alreadyRead: draft.alreadyRead,
    readTwice: draft.readTwice,
    readDifferently: draft.readDifferently,
    limits: checkFileLimits(draft.files, (path) => written.get(path) ?? textOf(options.existing.get(path)) ?? ""),
    ledger: updateLedger(
      draft,
      actions,
      stale.map(([path]) => path),
      options,
    ),
  };
}

function planFile(file: DraftFile, { existing, ledger, force }: PlanExportOptions): ExportAction {
  const found = existing.get(file.path);
  const entry = ledger.get(file.path);
  const isManaged = typeof found === "object" && entry !== undefined && isUnchanged(found, entry);
  const composed = composeFile(file, isManaged ? found.text : undefined);
  const after = isManaged ? withLineEndsOf(found.text, composed) : composed;
  const shared = { path: file.path, targets: file.targets.map(({ id }) => id), rules: file.rules.map(({ id }) => id), after };
  if (found === undefined) return { kind: "create", ...shared };
  if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
  const before = { before: found.text, beforeSha256: found.sha256 };
  if (isSameText(after, found.text)) return { kind: "unchanged", ...shared, ...before };
  if (isManaged || force?.has(file.path) === true) return { kind: "update", ...shared, ...before };
  return { kind: "blocked", ...shared, ...before, reason: entry === undefined ? "foreign" : "changed" };
}

/**
 * Whether a file has the content that Precept wrote, apart from its line ends. An empty file counts as unchanged: a crash during a write can leave one.
 */
export function isUnchanged({ text, sha256 }: ExistingFile, entry: LedgerEntry): boolean {
  const written = [entry.sha256, entry.next];
  return written.includes(sha256) || text === "" || isWrittenText(text, written);
}

/** Plans the deletion of a file that no longer has rules. It is blocked if the file was changed. */
function planRemoval(path: string, entry: LedgerEntry, { existing, force }: PlanExportOptions): readonly ExportAction[] {
  const found = existing.get(path);
  const shared = { path, targets: entry.targets, rules: entry.rules };
  if (found === undefined || entry.link !== undefined) return [];
  if (found === "unusable") return [{ kind: "blocked", ...shared, reason: "unusable" }];
  const before = { before: found.text, beforeSha256: found.sha256 };
  return isUnchanged(found, entry) || force?.has(path) === true
    ? [{ kind: "delete", ...shared, ...before }]
    : [{ kind: "blocked", ...shared, ...before, reason: "changed" }];
}

function updateLedger(
  draft: ExportDraft,
  actions: readonly ExportAction[],
  stale: readonly string[],
  { ledger, existing }: PlanExportOptions,
): Ledger {
  const blocked = new Set(actions.flatMap(({ kind, path }) => (kind === "blocked" ? [path] : [])));
  const adopted = draft.adopted.filter(({ path }) => !blocked.has(path));
  const renamed = renameRules(ledger, new Map(adopted.map(({ copy, rule }) => [copy, rule])));
  const after = new Map(renamed);
  const files = new Map(draft.files.map((file) => [file.path, file]));
  for (const path of stale) after.delete(path);
  for (const action of actions) {
    const before = renamed.get(action.path);
    if (action.kind === "blocked") {
      // The file was not written or deleted, so its entry does not change.
      if (before !== undefined) after.set(action.path, before);
      continue;
    }
    const file = files.get(action.path);
    if (file === undefined || action.after === undefined) continue;
    after.set(action.path, {
      targets: [...new Set([...action.targets, ...(before?.targets ?? [])])].toSorted(),
      format: file.codec.id,
      rules: action.rules,
      sha256: action.kind === "unchanged" ? hashOfUnchanged(existing.get(action.path), before) : hash(action.after),
      ...file.preserved,
      ...listSections(file),
    });
  }
  return after;
}

function listSections(file: DraftFile): Pick<LedgerEntry, "sections"> {
  if (file.rules.length < 2) return {};
  return { sections: composeSections(file).map(({ text, ...section }) => ({ ...section, sha256: hash(text) })) };
}

/** The hash of the ledger, if the file differs from it in line ends only: otherwise each clone with other line ends would change the ledger. */
function hashOfUnchanged(found: ExistingFile | "unusable" | undefined, entry: LedgerEntry | undefined): string {
  const { text, sha256 } = found as ExistingFile;
  if (entry === undefined || sha256 === entry.sha256) return sha256;
  return isWrittenText(text, [entry.sha256]) ? entry.sha256 : sha256;
}

function textOf(file: ExistingFile | "unusable" | undefined): string | undefined {
  return typeof file === "object" ? file.text : undefined;
}
