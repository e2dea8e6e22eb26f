// The model
export { scopes, scopeRank, type Scope } from "./model/scope.ts";
export { inclusions, type Inclusion } from "./model/inclusion.ts";
export { defaultPriority } from "./model/priority.ts";
export { inclusionSchema, originSchema, ruleSchema, scopeSchema } from "./model/rule-schema.ts";
export { described, descriptionOf } from "./model/described.ts";
export type { Origin, Rule, RuleDraft, RuleInput } from "./model/rule.ts";
export { createRule } from "./model/create-rule.ts";
export { createDraft } from "./model/create-draft.ts";
export { freeze, frozenCopy } from "./model/frozen.ts";
export { isRecord, jsonSchema, type Json } from "./model/json.ts";
export type { ConversationMessage, ResolveRequest } from "./model/request.ts";
export type {
  AppliedRule,
  Conflict,
  ConflictKind,
  ConflictPlace,
  DroppedRule,
  MatchReason,
  Resolution,
  ResolutionTotals,
  RuleMatch,
  SkippedRule,
  SkipReason,
  UnderstoodRequest,
} from "./model/resolution.ts";
export { isNamesake, refuseNamesake } from "./model/namesake.ts";
export { findReplacementCycle, statuses, statusOf, supersededIds, type RuleStatus } from "./model/status.ts";
export { comparePlaces, compareText } from "./model/compare.ts";
export { formatNumber } from "./model/format-number.ts";
export { isSafePath, safeName } from "./model/safe-name.ts";
export { toWireDiagnostic, toWireRule, type WireDiagnostic, type WireRule } from "./model/wire.ts";
export { toWireResolution, type WireResolution } from "./model/wire-resolution.ts";
export { fromWireRule } from "./model/from-wire.ts";

// What can go wrong
export { diagnosticsFrom, type Diagnostic, type DiagnosticEntry, type Place, type Severity } from "./model/diagnostic.ts";
export { uniqueDiagnostics } from "./model/unique-diagnostics.ts";
export type { Fix } from "./model/fix.ts";
export { applyEdits, compareEdits, editsOverlap, type TextEdit } from "./model/text-edit.ts";
export { diagnosticCatalogue, type DiagnosticCode } from "./model/diagnostic-catalogue.ts";
export { PreceptError } from "./model/error.ts";
export { errorCatalogue, type ErrorCode, type ErrorDetails } from "./model/error-catalogue.ts";

// Rule files
export {
  contentOf,
  joinFrontMatter,
  lineBreakOf,
  splitFrontMatter,
  type FrontMatterOddity,
  type FrontMatterParts,
  type FrontMatterSplit,
} from "./parse/front-matter.ts";
export { readHeaderLines, type HeaderEntry, type HeaderLines } from "./parse/header-lines.ts";
export type { YamlEntry, YamlHeader } from "./parse/yaml-entry.ts";
export { maxHeaderLength, readYamlHeader } from "./parse/yaml-header.ts";
export { readYamlTree, type YamlProblem, type YamlTree, type YamlValue } from "./parse/yaml-tree.ts";
export { reportOddities } from "./parse/report-oddities.ts";
export { editHeader } from "./parse/edit-header.ts";
export { nativeHeaderSchema, type NativeHeader, type NativeKey } from "./parse/native-header.ts";
export { parseNativeRule } from "./parse/parse-native.ts";
export { printNativeRule, printYaml } from "./parse/print-native.ts";

// Markdown
export { findCode } from "./markdown/find-code.ts";
export type { Region } from "./markdown/region.ts";

// Globs
export { isExclusion, matchesGlob, maxAlternatives, maxGlobLength } from "./glob/glob.ts";
export { checkGlob } from "./glob/check-glob.ts";
export { classEnd, expandBraces } from "./glob/expand-braces.ts";
export { GlobIndex, type Posting } from "./glob/glob-index.ts";
export { normalisePath } from "./glob/path.ts";
export { splitGlobs } from "./glob/split-globs.ts";

// Resolving, step by step and whole
export { RuleIndex, type GlobUse } from "./match/rule-index.ts";
export { matchRules, type Findings, type MatchOutcome } from "./match/match.ts";
export { meetsCondition } from "./match/condition.ts";
export { extractReferences, type References } from "./match/extract-references.ts";
export { comparePrecedence, mergeMatches, type MergeOutcome } from "./merge/merge.ts";
export { findConflicts, type ConflictOptions } from "./merge/find-conflicts.ts";
export { orderMatches, type RuleOrder } from "./merge/order.ts";
export { applyBudget, type BudgetOutcome, type MeasuredMatch } from "./budget/budget.ts";
export type { BudgetOptions } from "./budget/options.ts";
export { ellipsisMarker } from "./budget/ellipsis.ts";
export { composePrompt, promptFormats, type PromptFormat } from "./compose/format.ts";
export { expandReferences, maxReferenceDepth, maxReferences } from "./expand/expand-references.ts";
export { composeDebugSection } from "./trace/debug-section.ts";
export { describeDrop, describeReason, describeSkip } from "./trace/describe-reason.ts";
export { traceOf, type Trace } from "./trace/trace.ts";
export { toWireTrace, type WireTrace } from "./trace/wire-trace.ts";
export { resolve, resolveMatches, type ExpandedTexts, type ResolveOptions } from "./resolve.ts";

// Checking rule files and rules
export { checkText } from "./check/check-text.ts";
export { checkRules, type RuleCheckOptions } from "./check/check-rules.ts";
export { reportFilesNotListed } from "./check/report-files-not-listed.ts";
export { locateConflict, type TextOf } from "./check/report-conflict.ts";
export { checkDiagnostics, type CheckCode } from "./check/check-catalogue.ts";
export { fixText, type FixedText, type FixOptions } from "./check/fix-text.ts";

// Reports for other programs
export {
  findingOfDiagnostic,
  findingRulesOfCatalogue,
  type Finding,
  type FindingLevel,
  type FindingRule,
  type FindingSuppression,
} from "./report/finding.ts";
export { toSarif, type SarifTool } from "./report/sarif.ts";
export { toGitHubAnnotations } from "./report/github.ts";

// Ports
export type { Cancellable, CancelSignal } from "./ports/cancellable.ts";
export type { FileImport, ReferencedFile, ReferenceReader } from "./ports/reference-reader.ts";
export type { FidelityNote, ParsedFile, PrintedFile, RuleCodec, RuleFile } from "./ports/rule-codec.ts";
export { ChangeFeed } from "./ports/change-feed.ts";
export { guarded } from "./ports/guarded.ts";
export { Listeners } from "./ports/listeners.ts";
export { refusalsOf } from "./ports/refusals.ts";
export type {
  DeleteOptions,
  ListOptions,
  RuleFilter,
  RuleRevision,
  RuleStore,
  RuleUsage,
  RuleWrite,
  SaveOptions,
  StoreCapabilities,
  StoreChange,
  StoredRule,
} from "./ports/rule-store.ts";
export { estimatedTokens, type TokenCounter } from "./ports/token-counter.ts";

// Stores and the rulebook
export { passesFilter } from "./memory-store/filter.ts";
export { listStored } from "./memory-store/list-stored.ts";
export { createMemoryStore, type MemoryStoreOptions } from "./memory-store/store.ts";
export { createRulebook, type RulebookResolveOptions, type Rulebook, type RulebookOptions } from "./rulebook/rulebook.ts";
export type { RulebookEvent, RulebookEvents } from "./rulebook/events.ts";
export { nearestNames } from "./rulebook/nearest-names.ts";
