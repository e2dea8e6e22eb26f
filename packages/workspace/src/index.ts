// Opening a directory
export { openWorkspace } from "./open-workspace.ts";
export { openLazyWorkspace, type LazyWorkspace, type LazyWorkspaceOptions } from "./open-lazy-workspace.ts";
export type { Workspace } from "./workspace.ts";
export { readUserEnvironment, splitPaths, type UserEnvironment } from "./environment.ts";
export { readSecret, type FoundSecret, type Secret, type SecretLocation } from "./secret.ts";
export type { ContextOptions, ContextSettings, WorkspaceOptions, WorkspaceResolveOptions } from "./options.ts";
export type { WorkspaceChange } from "./feed.ts";
export { followProblems } from "./follow-problems.ts";
export type { SeenFile, ToolView, UnservedRule } from "./tool-view.ts";
export { compareTools, type ComparedCell, type ComparedRule, type ToolComparison } from "./tool-view/compare-tools.ts";
export { toWireToolComparison, toWireToolView, type WireToolComparison, type WireToolView } from "./tool-view/wire-tool-view.ts";
export type { Session } from "./session.ts";
export type { PersistentStoreKind, StoreKind } from "@precept/contract/values";

// Booting an agent
export type { BootOptions, BootRequest, BootResult } from "./context/boot.ts";
export type { HandOverOptions } from "./context/hand-over.ts";
export type { SessionRequest, WorkspaceContext, WorkspaceContextOptions } from "./context/workspace-context.ts";

// Editing rules
export {
  findStoredRule,
  locationOf,
  storeOfRule,
  type FindRuleOptions,
  type FoundRule,
  type TenantStores,
} from "./editing/find-stored-rule.ts";
export { findRuleHistory, type FoundHistory, type RuleHistoryOptions } from "./editing/find-rule-history.ts";
export { checkRuleName, isRuleName } from "./editing/rule-name.ts";
export { identityOfNewRule, ownerOfNewRule, type NewRuleLocation } from "./editing/new-rule.ts";
export { assertNameIsFree, saveNewRule } from "./editing/add-rule.ts";
export {
  findVisible,
  forgetOwnRule,
  isRefusedRule,
  rememberRule,
  type AgentSource,
  type Remembered,
  type RememberedRule,
  type RememberOptions,
} from "./remembering/remember-rule.ts";
export { nameFromText } from "./remembering/name-from-text.ts";
export { planOverlay, saveOverlay, type OverlayPlan } from "./editing/overlay-rule.ts";
export { planRestore, restoreRule, revisionOf, type RestoreOptions, type RestorePlan } from "./editing/restore-rule.ts";
export { assertOwnReplacements, type SessionOwner, type SessionRuleInput } from "./session-rule.ts";

// Checks of rules
export { loadRuleChecks, observedChecksOf, type RuleChecks } from "./rule-checks.ts";

// Reviewing rules
export { decideReview, type DecideOptions } from "./review/decide-review.ts";
export { findReviewItems, type ReviewItem, type ReviewOptions } from "./review/find-review-items.ts";
export { isUnusedSince } from "./review/unused.ts";

// Databases
export { checkDatabase } from "./check-database.ts";
export type { PostgresCheck } from "@precept/store-postgres";
export { openStoreAt, type OpenStoreAtOptions, type StoreAt } from "./store-locations.ts";

// Planning how to open a directory
export { planWorkspace, type WorkspacePlan } from "./plan.ts";
export { locateWorkspace, type WorkspaceLocation } from "./location.ts";
export type { Trust } from "./trust.ts";
export type { Settings } from "./settings.ts";
export { findProject, projectMarks } from "./find-project.ts";
export { userIdExpected, userIdPattern } from "./user-id.ts";
export { postgresUrlError, postgresUrlPattern } from "./config/postgres-url.ts";
export { redisUrlError, redisUrlPattern } from "./config/redis-url.ts";

// The configuration
export type { Config } from "./config/config.ts";
export { configSchema } from "./config/schema.ts";
export { configJsonSchema, userConfigJsonSchema } from "./config/json-schema.ts";
export { readConfig, type ReadConfig } from "./config/read-config.ts";
export { workspaceDiagnostics, type WorkspaceDiagnosticCode } from "./diagnostic-catalogue.ts";

// Exporting rules to files of other tools, and importing them
export {
  configuredExport,
  planWorkspaceExport,
  type ExportOptions,
  type TransferKindName,
  type WorkspaceExport,
} from "./transfer/export.ts";
export { detectedName, detectTools, type DetectedTool } from "./transfer/detect-tools.ts";
export { planWorkspaceImport, type ImportOptions, type WorkspaceImport } from "./transfer/import.ts";
export { fingerprintExport, type ExportFingerprint } from "./transfer/fingerprint.ts";

// Commands, subagents, MCP servers, ignore files and permissions
export { watchItemFiles } from "./items/watch-item-files.ts";
export { listItems, type ItemList, type ListedItem, type ListItemsOptions } from "./items/list-items.ts";

// Paths in a project
export { isIgnored } from "./ignored.ts";
export { configPath, overlayDir } from "./paths.ts";

export { reportStateLink } from "./state-links.ts";

// Memories of other programs
export {
  claudeMemoryDir,
  isMemorySource,
  memorySources,
  readMemories,
  type FoundMemories,
  type MemorySourceId,
} from "./memories/read-memories.ts";
export {
  skipReasons,
  type ImportedMemory,
  type MemoryFile,
  type SkippedMemories,
  type SkipReason,
} from "./memories/imported-memory.ts";
