export { hostIds, type HostId } from "./host-ids.ts";
export { canaryCommand, isCanary } from "./canary.ts";

// The hosts
export { hosts } from "./hosts/hosts.ts";
export type {
  AnsweredEvent,
  FailureEffect,
  HostEvent,
  HostStatement,
  HostSpec,
  HostTrial,
  MissingTrial,
} from "./hosts/host-spec.ts";
export type { HookAnswer, HookOutput, PrintAnswer } from "./hosts/answer.ts";
export { printRuleProof, ruleProofs, type RuleProof } from "./hosts/rule-proofs.ts";
export { detectHost } from "./hosts/detect-host.ts";

// Running a hook
export { defaultDeadline, runHook, type RunHookOptions } from "./run/run-hook.ts";
export type { HookInput } from "./run/read-input.ts";
export type { HookEnforceOptions, HookPolicies, HookWorkspace } from "./run/hook-workspace.ts";

// Installing
export { applyInstall, previewInstall } from "./install/apply-changes.ts";
export { installSpecs } from "./install/install-specs.ts";
export type { InstallContext, InstallLevel, InstallSpec } from "./install/install-spec.ts";
export { splitCommand } from "./install/own-command.ts";
export { projectTarget, userTarget, type InstallTarget } from "./install/install-target.ts";
export { installParts, type FileChange, type InstallPart, type InstallRequest } from "./install/plan-changes.ts";
export { localProgram, type PreceptCommand } from "./install/precept-command.ts";
export { findInstalledHooks, type HookStart, type InstalledHooks } from "./install/find-installed.ts";
export { canaryTimeout, fireCanary, type CanaryOptions, type CanaryOutcome } from "./install/fire-canary.ts";
