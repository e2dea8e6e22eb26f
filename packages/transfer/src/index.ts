// Exporting: the rules that are written, the files to write, and the plan
export { selectExportableRules } from "./select/select-exportable-rules.ts";
export { dialectsNamed } from "./select/dialects-named.ts";
export { draftExport } from "./assign/draft.ts";
export type { DraftFile } from "./print/compose-file.ts";
export type { ExportDraft, ExportRequest } from "./assign/request.ts";
export type { RuleReading, RuleReport } from "./read-back/reports.ts";
export { flattenRule } from "./select/flatten-rule.ts";
export { findRuleDirectories } from "./select/rule-directories.ts";
export { removeMarkers } from "./print/sections.ts";
export { listFromRoot, type LimitReport } from "./read-back/file-limits.ts";
export {
  isUnchanged,
  planExport,
  type BlockReason,
  type ExportAction,
  type ExportPlan,
  type PlanExportOptions,
  type ExistingFile,
} from "./plan/plan.ts";
export { assertWithinLimits } from "./plan/assert-within-limits.ts";

// Importing
export { planImport } from "./import/plan.ts";
export type {
  ImportAction,
  EditConflict,
  ExcludedFile,
  SimilarSources,
  ImportPlan,
  PlanImportOptions,
  SkippedSource,
} from "./import/import-plan.ts";
export type { SourceFile } from "./import/source-file.ts";
export { findTextLink } from "./import/find-text-link.ts";

// Reading what a plan needs from a project
export { PresentFiles } from "./apply/present-files.ts";
export { describeLayout } from "./gather/project-layout.ts";
export { readReferencedFiles } from "./gather/read-references.ts";
export type { ExportRecord } from "./gather/export-record.ts";

// Applying a plan
export { applyTransfer, type AppliedTransfer, type ApplyOptions, type Transfer } from "./apply/apply.ts";

// Restoring what was there before
export { planRevert, type StayReason, type RevertAction, type RevertOptions, type RevertPlan } from "./backup/plan-revert.ts";
export { planEject } from "./backup/plan-eject.ts";
export { applyRevert, type ApplyRevertOptions } from "./backup/apply-revert.ts";
export { listBackup, readBackup, type BackupText } from "./backup/list-backup.ts";
export { readBases } from "./backup/bases.ts";
export { readObject } from "./backup/objects.ts";

// The ledger: which files belong to which rules
export { printLedger, readLedger, type Ledger, type LedgerEntry, type UnreadableLedger } from "./ledger/ledger.ts";
export { describeUnreadable, maxLedgerBytes, readLedgerFile, requireLedger } from "./ledger/ledger-file.ts";
export { ledgerPath } from "./ledger/ledger-path.ts";
export { isWrittenText } from "./ledger/line-ends.ts";

// References to files, in the syntax of each tool
export { convertImports } from "./references/convert-imports.ts";
export { moveReferences } from "./references/move-references.ts";
export { listReferences } from "./references/list-references.ts";
export { readReferences, type ReadReferencesOptions, type ReadReferencesResult } from "./references/read-references.ts";
export { writeReferences } from "./references/write-references.ts";
export type { ReferenceTarget, WrittenReferences } from "./references/reference-target.ts";
export type { ReadReference, ReferencedText } from "./references/included-text.ts";
