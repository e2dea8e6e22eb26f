// A directory, opened
export { openWorkspace } from "./open-workspace.ts";
export type { Workspace } from "./workspace.ts";
export type { WorkspaceOptions } from "./options.ts";
export type { WorkspaceChange } from "./feed.ts";
export type { Session, SessionRuleInput } from "./session.ts";
export type { StoreKind } from "./stores.ts";

// What would be opened
export { planWorkspace, type WorkspacePlan } from "./plan.ts";
export type { WorkspaceLocation } from "./location.ts";
export type { Trust } from "./trust.ts";
export type { Settings } from "./settings.ts";
export { findProject, projectMarks } from "./find-project.ts";
export { userIdExpected, userIdPattern } from "./user-id.ts";

// The configuration
export type { Config } from "./config/config.ts";
export { configSchema } from "./config/schema.ts";
export { userConfigSchema } from "./config/user-schema.ts";
export { configJsonSchema, userConfigJsonSchema } from "./config/json-schema.ts";
export { readConfig, type ReadConfig } from "./config/read-config.ts";
export { workspaceDiagnostics, type WorkspaceDiagnosticCode } from "./diagnostic-catalogue.ts";

// Exports to other tools' files, and imports from them
export { planWorkspaceExport, type ExportOptions, type WorkspaceExport } from "./transfer/export.ts";
export { planWorkspaceImport, type ImportOptions, type WorkspaceImport } from "./transfer/import.ts";
export { stampExport, type ExportStamp } from "./transfer/stamp.ts";
export { applyTransfer, type AppliedTransfer, type Transfer } from "./transfer/apply.ts";

// Places in a project
export { isIgnored } from "./ignored.ts";
export { configPath, defaultAuditDir, defaultBaselinePath, ledgerPath, overlayDir, policiesDir, stateDir } from "./places.ts";

export { reportRefusedState } from "./refused-state.ts";

// Policies
export type {
  CheckOptions,
  Checkpoints,
  EnforcedDecision,
  EnforceOptions,
  FixedSubject,
  FixMode,
  PoliciesChange,
  RegisteredPolicies,
  RegisterOptions,
  RollbackOutcome,
  SoftHooks,
  UpdatedBaseline,
  WorkspacePolicies,
} from "./policies/policies.ts";
export type { NotificationMessage } from "./policies/enforce/notifier.ts";
export type { NotifySettings, PolicySettings } from "./policies/settings.ts";

// Going back to where an agent began
export { createCheckpoint, type Checkpoint, type CheckpointOptions } from "./policies/git/checkpoint.ts";
export { previewRollback, rollBack, type Rollback } from "./policies/git/roll-back.ts";
export {
  listCheckpoints,
  pruneCheckpoints,
  undoRollback,
  type CheckpointHistory,
  type KeptCounts,
  type PastRollback,
} from "./policies/git/history.ts";

// What git knows about the files of a project. Git runs no program that the repository names.
export { explainGitFailure } from "./policies/git/explain-failure.ts";
export { findRepository, UnsafeRepository, type FoundRepository } from "./policies/git/find-repository.ts";
export {
  listChangedFiles,
  listGitFiles,
  listStagedFiles,
  type ListProgress,
  type StagedFile,
} from "./policies/git/project-files.ts";
export { BlobReader, type ReadBlob } from "./policies/git/read-blobs.ts";
export { GitFailure } from "./policies/git/run-git.ts";
