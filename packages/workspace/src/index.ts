// Opening a directory
export { openWorkspace } from "./open-workspace.ts";
export type { Workspace } from "./workspace.ts";
export type { WorkspaceOptions } from "./options.ts";
export type { WorkspaceChange } from "./feed.ts";
export type { Session, SessionRuleInput } from "./session.ts";
export { storeKinds, type PersistentStoreKind, type StoreKind, type StoreKindSpec } from "./store-kinds.ts";

// Planning how to open a directory
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

// Exporting rules to files of other tools, and importing them
export { planWorkspaceExport, type ExportOptions, type WorkspaceExport } from "./transfer/export.ts";
export { planWorkspaceImport, type ImportOptions, type WorkspaceImport } from "./transfer/import.ts";
export { fingerprintExport, type ExportFingerprint } from "./transfer/fingerprint.ts";
export { applyTransfer, type AppliedTransfer, type Transfer } from "./transfer/apply.ts";

// Paths in a project
export { isIgnored } from "./ignored.ts";
export { configPath, ledgerPath, overlayDir } from "./paths.ts";

export { reportStateLink } from "./state-links.ts";
