// Closed lists, which requests, files and answers share
export {
  authorities,
  defaultInclusion,
  defaultPriority,
  inclusions,
  inclusionTable,
  promptFormats,
  ruleCategories,
  scopeRank,
  scopes,
  scopeTable,
  searchModes,
  statuses,
  type Authority,
  type DiagnosticSeverity,
  type Inclusion,
  type Json,
  type PromptFormat,
  type RuleCategory,
  type RuleOrder,
  type RuleStatus,
  type Scope,
  type SearchDegradation,
  type SearchMode,
} from "@precept/contract/values";
export { extendTagCategories, tagCategories, type TagCategories } from "./model/tag-categories.ts";
export { ruleSchema } from "@precept/contract/rule";
export { createDraft, type Origin, type Rule, type RuleDraft, type RuleInput } from "./model/rule.ts";
export { createRule } from "./model/create-rule.ts";
export { comparePrecedence, type PrecedenceKey } from "./model/precedence.ts";
export { assertUniqueName } from "./model/save-rule.ts";
export { findReplacementCycle } from "./model/supersession.ts";

// Requests and resolutions
export type { ConversationMessage, ResolveRequest } from "./model/request.ts";
export type {
  AppliedRule,
  Conflict,
  ConflictKind,
  ConflictLocation,
  DroppedRule,
  MatchReason,
  Resolution,
  ResolutionTotals,
  ResolvedRequest,
  RuleMatch,
  SkippedRule,
  SkipReason,
} from "./model/resolution.ts";

// The rulebook
export { createRulebook, type ReloadOptions, type Rulebook } from "./rulebook/rulebook.ts";
export type {
  RelevanceOptions,
  RulebookOptions,
  RulebookResolveOptions,
  RuleSearchRequestOptions,
  TenantOptions,
} from "./rulebook/options.ts";
export { diagnoseStore } from "./mirror/store-report.ts";
export type { RulebookEvent, RulebookEvents, RulesChange } from "./rulebook/events.ts";
export type { RetryOptions } from "./mirror/retry-schedule.ts";
export { resolve, type ResolveOptions } from "./resolve/resolve.ts";
export { RuleIndex } from "./match/rule-index.ts";
export type { GlobMatch, GlobUse, RuleLookup } from "./match/rule-lookup.ts";
export { matchRules, type MatchContext, type MatchOutcome, type AgentContextFile } from "./match/match.ts";
export { findRequestedIn } from "./match/find-requested.ts";
export { meetsCondition } from "./match/precondition.ts";
export { extractReferences, type References } from "./match/extract-references.ts";
export { orderMatches } from "./merge/order.ts";
export { mergeMatches } from "./merge/merge.ts";
export { Supersession } from "./model/supersession.ts";
export { applyBudget } from "./budget/budget.ts";
export { defaultBudget, type BudgetOptions } from "./budget/options.ts";
export type { ToolLimit } from "./budget/tool-limits.ts";
export { budgetLimitNames, type BudgetLimit, type BudgetLimitName, type ResolutionBudget } from "./model/resolution.ts";
export { agentPromptFormat, composePrompt } from "./compose/format.ts";
export { composeRequestable, requestRulesToolName, type RequestBy } from "./compose/requestable.ts";
export { compareRequestable } from "./match/requestable.ts";
export {
  findReferences,
  expandReferences,
  maxReferences,
  type FileReference,
  type ExpandedTexts,
  type ExpandOptions,
} from "./expand/expand-references.ts";
export { composeDebugSection } from "./trace/debug-section.ts";
export { describeRequested } from "./trace/describe-requested.ts";
export { describeDrop, describeReason, describeSkip } from "./trace/describe-reason.ts";
export { nearestSkipped, type NearestSkipped } from "./trace/nearest-skipped.ts";
export { buildTrace, type Trace, type TraceOptions } from "./trace/trace.ts";

// Stores
export { passesFilter, type FilteredRule, statusTenant, type RuleFilter } from "./ports/rule-filter.ts";
export type {
  DeleteOptions,
  HistoryOptions,
  ListOptions,
  PruneOptions,
  ReadOptions,
  RuleRevision,
  RuleStore,
  RuleUsage,
  RuleUse,
  RuleWrite,
  RuleWriteResult,
  SaveOptions,
  StoreCapabilities,
  StoreChange,
  StoreEvent,
  StoreReset,
  StoreStateChange,
  SubscribeOptions,
} from "./ports/rule-store.ts";
export type { SearchedRules, WordData } from "./ports/searched-rules.ts";
export type { StoredRule, StoredRuleId } from "./ports/stored-rule.ts";
export { describeStoreError, type StoreReport, type StoreState, type StoreStatus } from "./model/store-state.ts";
export { isOwnedBy, isVisibleTo, tenantKey, visibleOwners, type Tenant } from "./model/tenant.ts";
export { createMemoryStore, type MemoryStoreOptions } from "./memory-store/store.ts";
export { cachedStore, type CachedStore } from "./mirror/cached-store.ts";
export type { CachedStoreOptions, MemoryLayerOptions, SharedLayerOptions } from "./mirror/options.ts";
export type { CacheMetrics } from "./mirror/metrics.ts";
export { createMemoryRuleCache, type MemoryRuleCacheOptions } from "./mirror/memory-rule-cache.ts";
export type { RuleCache, RuleCacheEntryOptions } from "./ports/rule-cache.ts";
export { ChangeFeed, selectChanges, type ChangeRecord } from "./ports/change-feed.ts";
export { ChangeLog } from "./ports/change-log.ts";
export {
  createUnsupportedOperations,
  listStored,
  listStoredIds,
  getManyStored,
  getStored,
  listRevisions,
  revisionsToPrune,
  addUse,
  writeEach,
} from "./ports/store-parts.ts";
export { assertNoCycle, assertRevision, isNewVersion, nextVersion } from "./model/save-rule.ts";
export { createRecord, lazilyStored, ruleOf, savedRules, storedOf, type JsonRow, type Written } from "./ports/stored-json.ts";
export { StoreHealth } from "./ports/store-health.ts";

// State that servers share besides rules
export { stateUses, type LogUse, type ProjectState, type RecordUse, type SharedState } from "./ports/state/shared-state.ts";
export type { StateChange, StateEntry, StateRecords } from "./ports/state/state-records.ts";
export type { LogAppend, LogEnd, LoggedEntry, LogPage, StateLog } from "./ports/state/state-log.ts";
export { takeAllowance, type RateLimiter, type TakenAllowance } from "./ports/state/rate-limiter.ts";
export { createMemoryState, type MemoryStateOptions } from "./memory-state/memory-state.ts";
export { createMemoryRateLimiter } from "./memory-state/memory-rate-limiter.ts";

// Search
export type { MeaningCandidate, MeaningQuery, MeaningResult, MeaningScale, MeaningSearch } from "./ports/meaning-search.ts";
export type { RuleSearch, SearchHit, SearchQuery, SearchResult } from "./ports/rule-search.ts";
export { describeScores, defaultMinimum, type LegScores, type Relevance, type SearchLeg } from "./model/relevance.ts";
export { isInTime, type Timers } from "./ports/timers.ts";
export type { Embedder, EmbedderInfo, EmbedOptions } from "./ports/embedder.ts";
export { tokenize } from "./search/tokenize.ts";
export { collectWords } from "./search/collect-words.ts";
export { countRuleTerms, type RuleTerms } from "./search/rule-terms.ts";
export type { SparseCorpus } from "./search/sparse-corpus.ts";
export { planSparseQuery, saturate, type SparseQuery, type SparseQueryTerm } from "./search/sparse-query.ts";
export { KnownTerms, sortByEdits } from "./search/known-terms.ts";
export { allowedEdits, letterBits, selectSimilarTerms, type SimilarTerm } from "./search/similar-terms.ts";
export { maxCandidates, TopCandidates, type LegResult } from "./search/top-candidates.ts";
export {
  fuseLegs,
  meaningWeight,
  type FusedHit,
  type FusionOptions,
  type LegCandidates,
  type DenseCandidate,
  type ScoredId,
} from "./search/fuse-legs.ts";
export { confidenceOf, maxSampled, measureScale } from "./search/meaning-scale.ts";
export { pageHits, readPage, type HitPage } from "./search/page-hits.ts";
export { cutSearchText, searchTextOf } from "./search/rule-terms.ts";
export { cachedEmbedder, type CachedEmbedderOptions } from "./search/cached-embedder.ts";
export { RuleSearchIndex, type RuleSearchIndexOptions, type RuleSearchOptions } from "./search/rule-search-index.ts";
export type { EmbeddingProgress } from "./search/rule-vectors.ts";

// Other ports
export type { Cancellable, CancelSignal } from "./ports/cancellable.ts";
export type { Progress, ProgressListener } from "./ports/progress.ts";
export type { FileImport, ReferencedFile, ReferenceReader } from "./ports/reference-reader.ts";
export {
  acceptsFile,
  type ExportedRecord,
  type FidelityNote,
  type ParsedFile,
  type PrintedFile,
  type RuleCodec,
  type RuleFile,
} from "./ports/rule-codec.ts";
export { estimatedTokens, type TokenCounter } from "./ports/token-counter.ts";
export { guardListener, Listeners } from "./ports/listeners.ts";

// Wire formats
export {
  toWireRule,
  toWireRevision,
  toWireMemoryRule,
  type WireRuleOptions,
  type WireUsage,
  type WireMemoryRuleOptions,
} from "./wire/wire-rule.ts";
export type {
  UpdateRuleUsageResponse,
  WireAnswer,
  WireDiagnostic,
  WireResolution,
  WireRevision,
  WireRule,
  WireTrace,
} from "@precept/contract";
export { toRuleDebug, toRulesApplied, toWireError, type EventOrigin } from "./wire/rule-events.ts";
export {
  toWireStoreReport,
  toWireDiagnostic,
  toWireAnswer,
  toWireNearest,
  toWireReference,
  toWireResolution,
  toWireTrace,
} from "./wire/wire-resolution.ts";
export { readWireRule, fromWireRule, type ReadWireRule, type WireNote } from "./wire/read-rule.ts";
export { fromWireRequest } from "./wire/read-request.ts";

// The memory service
export { createMemoryService, type MemoryServiceOptions, type MemoryService } from "./service/create-memory-service.ts";
export { UsageReader } from "./service/usage-reader.ts";

// Diagnostics and errors
export {
  createReporter,
  uniqueDiagnostics,
  compareLocations,
  type Diagnostic,
  type DiagnosticEntry,
  type SourceLocation,
  type Fix,
} from "./model/diagnostic.ts";
export { diagnosticCatalogue, type DiagnosticCode } from "./model/diagnostic-catalogue.ts";
export {
  catalogueToFindingRules,
  diagnosticToFinding,
  type Finding,
  type FindingLevel,
  type FindingRule,
  type FindingSuppression,
} from "./model/finding.ts";
export { PreceptError, errorCatalogue, type ErrorCode, type ErrorDetails } from "./model/error.ts";
export type { SimilarRule } from "./model/errors/rule-errors.ts";

// Rule files, for codecs
export { parseNativeRule } from "./parse/parse-native.ts";
export { printNativeRule, printYaml, type NativePrintOptions } from "./parse/print-native.ts";
export { nativeFields } from "./parse/native-fields.ts";
export {
  detectLineBreak,
  extractContent,
  joinFrontMatter,
  splitFrontMatter,
  type FrontMatterAnomaly,
  type FrontMatterParts,
  type FrontMatterSplit,
} from "./parse/front-matter.ts";
export { reportAnomalies } from "./parse/report-anomalies.ts";
export { readHeaderLines, type HeaderEntry } from "./parse/header-lines.ts";
export { editHeader } from "./parse/edit-header.ts";
export { readYamlHeader } from "./parse/yaml-header.ts";
export type { YamlEntry, YamlHeader } from "./parse/parse-yaml-header.ts";
export { readYamlTree, type YamlError, type YamlTree, type YamlValue } from "./parse/yaml-tree.ts";
export { nestMarkdown } from "./compose/nest-markdown.ts";
export { htmlEnd } from "./markdown/html-block.ts";
export { findCode, findFences } from "./markdown/find-code.ts";
export { findRelativePaths, type RelativePath } from "./markdown/find-relative-paths.ts";
export type { Region } from "./markdown/code-spans.ts";

// Globs and paths
export { isExclusion, matchesGlob, matchesPath, maxAlternatives, parseGlob, type Alternative } from "./glob/glob.ts";
export type { SegmentPattern } from "./glob/segment.ts";
export { loadExtendedGlobs, prepareGlobs } from "./glob/extended/load.ts";
export { globsOverlap } from "./glob/globs-overlap.ts";
export { checkGlob } from "./glob/check-glob.ts";
export { expandBraces } from "./glob/expand-braces.ts";
export { findClassEnd } from "./glob/find-class-end.ts";
export { GlobIndex } from "./glob/glob-index.ts";
export { normalisePath } from "./glob/path.ts";
export { splitGlobs } from "./glob/split-globs.ts";
export { isSafePath, toSafeName } from "./text/safe-name.ts";

// Values and text
export { isRecord, deepFreeze, frozenCopy, withoutUndefined } from "./model/json.ts";
export { firstSorted, maxOf, minOf, pushAll } from "./model/lists.ts";
export { OpenOnce } from "./model/open-once.ts";
export { described, jsonSchema } from "@precept/contract/described";
export { applyEdits, compareEdits, editsOverlap, type TextEdit } from "./text/text-edit.ts";
export { hasExpired } from "./match/precondition.ts";
export { comparableText } from "./text/comparable-text.ts";
export { compareText } from "./text/compare-text.ts";
export { decodeText, encodeText, isStorable } from "./text/stored-text.ts";
export { quoteWord } from "./text/quote-word.ts";
export { entropyOf } from "./text/entropy.ts";
export { countOf, formatNumber, formatTokens, singleLine } from "./text/format.ts";
export { escapedUnit, printable, unprintable } from "./text/printable.ts";
export { isLonger, measureLength, type MaxLength } from "./text/measure-length.ts";
export { nearestNames } from "./text/nearest-names.ts";
