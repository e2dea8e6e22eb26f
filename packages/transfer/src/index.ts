// Exporting: the rules that are written, the files to write, and the plan
export { selectExportableRules } from "./select/select-exportable-rules.ts";
export { dialectNamed, dialectsNamed, ruleSourcesNamed } from "./select/tools.ts";
export { draftExport } from "./assign/draft.ts";
export type { ExportDraft, ExportRequest } from "./assign/request.ts";
export type { RuleReading, RuleReport } from "./read-back/readings.ts";
export { flattenRule } from "./select/rule-directories.ts";
export { adviseOnLimit, type LimitReport } from "./read-back/file-limits.ts";
export { isUnchanged, planExport } from "./plan/plan.ts";
export { planItemsOnly, planRules } from "./plan/plan-rules.ts";
export { explainBlock, type BlockAdvice } from "./plan/explain-block.ts";
export type { BlockReason, ExportAction, ExportPlan, PlanExportOptions, ExistingFile } from "./plan/export-plan.ts";

// The files beside a SKILL.md, which travel with the skill
export type { CopySources } from "./plan/export-plan.ts";
export { PresentCopies } from "./gather/present-copies.ts";
export { SkillFolders, type SkillFolderOptions } from "./skill-files/read-skill-folder.ts";
export {
  findCopyFolder,
  findSkillFolder,
  nativeDir,
  type FileCopy,
  type FileEntry,
  type FileMode,
  type SkillFile,
  type SkillFolder,
  type UncopiedFile,
} from "./skill-files/skill-folder.ts";

// Items: commands, subagents, MCP servers, ignore files and permissions
export { planItemExport, type ItemExport, type ItemReport } from "./items/item-export.ts";
export type { ItemExportRequest } from "./items/planned-file.ts";
export { planItemImport, type ItemImport, type ItemImportRequest } from "./items/item-import.ts";
export { readSource, type FindSecret, type ItemSource, type SecretRange } from "./items/item-source.ts";
export { findLedgerItem } from "./items/ledger-items.ts";
export { isItemId } from "./ledger/item-id.ts";
export { getItemId, type ItemProblem, type NativeItem } from "./items/native-item.ts";

// Importing
export { planImport } from "./import/plan.ts";
export {
  skipReasons,
  type ImportAction,
  type EditConflict,
  type ExcludedFile,
  type SimilarSources,
  type ImportNote,
  type ImportPlan,
  type PlanImportOptions,
  type SkippedSource,
} from "./import/import-plan.ts";
export { planSkillFiles, type SkillImport, type SkillImportOptions } from "./import/skill-files.ts";
export { findEditedEntry, getSourcePath, type SourceFile } from "./import/source-file.ts";
export { findTextLink } from "./import/new-rules/links.ts";

// Reading what a plan needs from a project
export { PresentFiles } from "./gather/present-files.ts";
export { describeInputs, describeStatus, InputRecord, inputFile, type ExportInputs } from "./gather/export-inputs.ts";
export { removeLinkedRules } from "./select/linked-rules.ts";
export { LinkedDirectories, listSkillLocations } from "./gather/linked-directories.ts";
export { describeLayout } from "./gather/project-layout.ts";
export { fitLedger } from "./ledger/current-ledger.ts";
export { readReferencedFiles } from "./gather/read-referenced-files.ts";

// Applying a plan
export { applyTransfer, type AppliedTransfer, type ApplyOptions, type Transfer } from "./apply/apply.ts";

// Restoring what was there before
export {
  planRevert,
  stayReasons,
  type StayReason,
  type RevertAction,
  type RevertOptions,
  type RevertPlan,
  planEject,
} from "./backup/plan-revert.ts";
export { applyRevert, type ApplyRevertOptions } from "./backup/apply-revert.ts";
export { readRevertTexts } from "./backup/revert-texts.ts";
export { findRevertDeletions, findTransferDeletions, type DeletionsToConfirm } from "./backup/confirm-deletions.ts";
export { listBackup, type BackupText } from "./backup/journal.ts";
export { readBackup } from "./backup/objects.ts";
export { readBases } from "./backup/bases.ts";

export { hasItems, isCopy, isUnchangedCopy } from "./ledger/copies.ts";

// The ledger: which files belong to which rules
export {
  printLedger,
  readLedger,
  type Ledger,
  type LedgerEntry,
  type LedgerItem,
  type UnreadableLedger,
  describeUnreadable,
  maxLedgerBytes,
  readLedgerFile,
  requireLedger,
  ledgerPath,
} from "./ledger/ledger.ts";
export { isWrittenText } from "./ledger/same-text.ts";

// References to files, in the syntax of each tool
export { convertImports, moveReferences } from "./references/convert-references.ts";
export type { ReadReference, ReferencedText } from "./references/included-text.ts";

// Copies of whole stores
export {
  copyStore,
  type CopyOptions,
  type CopyReport,
  type CopyTarget,
  type UncopiedRule,
  type VerifiedCopy,
} from "./copy-store/copy-store.ts";
