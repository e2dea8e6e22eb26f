// Exporting: the rules that are written, the files to write, and the plan
export { selectExportableRules } from "./select/select-exportable-rules.ts";
export { dialectsNamed } from "./select/dialects-named.ts";
export {
  draftExport,
  type DraftFile,
  type ExportDraft,
  type ExportRequest,
  type RuleReading,
  type RuleReport,
} from "./assign/draft.ts";
export { flattenRule } from "./assign/flatten-rule.ts";
export { findRuleDirectories } from "./assign/rule-directories.ts";
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
export {
  planImport,
  type ImportAction,
  type EditConflict,
  type PassedOverFile,
  type SimilarSources,
  type ImportPlan,
  type PlanImportOptions,
  type SkippedSource,
  type SourceFile,
} from "./import/plan.ts";
export { findTextLink } from "./import/find-text-link.ts";

// Reading what a plan needs from a project
export { PresentFiles } from "./apply/present-files.ts";
export { describeLayout } from "./gather/project-layout.ts";
export { readReferencedFiles } from "./gather/read-references.ts";
export type { ExportRecord } from "./gather/export-record.ts";

// Applying a plan
export { applyTransfer, type AppliedTransfer, type ApplyOptions, type Transfer } from "./apply/apply.ts";

// Restoring what was there before
export { planRevert, type StayReason, type WayBackAction, type WayBackOptions, type WayBackPlan } from "./backup/plan-revert.ts";
export { planEject } from "./backup/plan-eject.ts";
export { applyWayBack, type ApplyWayBackOptions } from "./backup/apply-way-back.ts";
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
