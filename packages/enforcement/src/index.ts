// The policies of a project, loaded and enforced
export { createPolicyEngine, type ReloadablePolicyEngine } from "./lazy-policy-engine.ts";
export { findPolicy } from "./find-policy.ts";
export { projectFilesOf } from "./project-files.ts";
export type { EnforcementOptions, EnforcementProject } from "./project.ts";
export { defaultPolicySettings, type NotifyRoute, type NotifySettings, type PolicySettings } from "./settings.ts";
export type {
  CheckOptions,
  Checkpoints,
  EnforcedDecision,
  EnforceOptions,
  FixedSubject,
  FixMode,
  LoggedViolation,
  PoliciesChange,
  PolicyEngine,
  RegisteredPolicies,
  RegisterOptions,
  ReportViolationOptions,
  RollbackOutcome,
  SoftHooks,
  TrustedSignals,
  UpdatedBaseline,
} from "./policy-engine.ts";
export { approvalLifetime, defaultAskTimeout, type Approval, type Approvals } from "./approvals.ts";
export type { PolicySourceOf, Registrant } from "./policy-source.ts";
export { systemManagedDir } from "./paths.ts";
export type { NotificationMessage } from "./enforce/notifier.ts";
export { defaultAuditDir, defaultBaselinePath, policiesDir } from "./paths.ts";
export { reportProtected } from "./load/report-protected.ts";
export { enforcementDiagnostics, type EnforcementDiagnosticCode } from "./diagnostic-catalogue.ts";
