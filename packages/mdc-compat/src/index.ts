// Codecs, each of which reads and writes one kind of rule file
export { agents } from "./dialects/agents/codec.ts";
export { amazonq } from "./dialects/amazonq/codec.ts";
export { antigravity } from "./dialects/antigravity/codec.ts";
export { augment } from "./dialects/augment/codec.ts";
export { claude } from "./dialects/claude/codec.ts";
export { cline } from "./dialects/cline/codec.ts";
export { codex } from "./dialects/codex/codec.ts";
export { continueDev } from "./dialects/continue/codec.ts";
export { copilot } from "./dialects/copilot/codec.ts";
export { cursor, mdc } from "./dialects/cursor/codec.ts";
export { gemini } from "./dialects/gemini/codec.ts";
export { junie } from "./dialects/junie/codec.ts";
export { kiro } from "./dialects/kiro/codec.ts";
export { opencode } from "./dialects/opencode/codec.ts";
export { precept } from "./dialects/precept/codec.ts";
export { roo } from "./dialects/roo/codec.ts";
export { trae } from "./dialects/trae/codec.ts";
export { windsurf } from "./dialects/windsurf/codec.ts";
export { zed } from "./dialects/zed/codec.ts";
export { anyDialect } from "./any-dialect.ts";
export type { FidelityNote, ParsedFile, PrintedFile, RuleCodec, RuleFile } from "@precept/core";

// Dialects: what each tool reads, where, and how rules are written for it
export { dialectNames, dialects, findDialect } from "./dialects.ts";
export type { Dialect, FormatPlace, Output, RuleFormat } from "./dialect.ts";
export type { ContextFacts, FormatFacts, GlobFacts, ImportFacts, InclusionFacts, KeyFacts, LimitFacts } from "./format/facts.ts";
export { importsIn } from "./imports-in.ts";
export { headerSchema, type HeaderSchema } from "./format/json-schema.ts";
export { findFileLocation, findLocation, ruleLocations, type RuleLocation } from "./locations.ts";
export { dialectDiagnostics, type DialectDiagnosticCode } from "./diagnostic-catalogue.ts";

// Exports and imports, as values
export { draftExport, type ExportDraft, type ExportRequest, type RuleReport, type WantedFile } from "./export/draft.ts";
export { exportableRules } from "./export/exportable.ts";
export {
  planExport,
  type BlockReason,
  type ExportAction,
  type ExportPlan,
  type ExportSurroundings,
  type LimitReport,
  type PresentFile,
} from "./export/plan.ts";
export { printLedger, readLedger, type Ledger, type LedgerEntry, type UnreadableLedger } from "./export/ledger.ts";
export { planImport, type ImportPlan, type ImportSurroundings, type SkippedSource, type SourceFile } from "./import/plan.ts";
