export { hostIds, type HostId } from "./host-ids.ts";
export { canaryCommand } from "./canary.ts";

// The hosts
export { hosts } from "@precept/mdc-compat/hooks";
export type { HookOutput, HostEvent, HostSpec, HostStatement, SeenVerdict } from "@precept/mdc-compat/hooks";
export { printRuleTest } from "./hosts/print-rule-test.ts";
export { detectHost } from "./hosts/detect-host.ts";

// Running a hook
export { runHook } from "./run/run-hook.ts";
export { defaultDeadline, type RunHookOptions } from "./run/run-options.ts";
export type { HookInput } from "./run/read-input.ts";
export type { HookEnforceOptions, HookPolicies, HookWorkspace } from "./run/hook-workspace.ts";

// Reading transcripts
export { findTranscripts, transcriptsAt, type TranscriptHomes } from "./transcripts/find-transcripts.ts";
export {
  readTranscript,
  type ReadTranscript,
  type TranscriptFiles,
  type TranscriptProblems,
} from "./transcripts/read-transcript.ts";
export { type TranscriptAgent } from "./transcript-agents.ts";
export { createCheck } from "./transcripts/create-check.ts";

// Installing
export { applyInstall, previewInstall } from "./install/apply-changes.ts";
export { installSpecs, localProgram } from "@precept/mdc-compat/install";
export type { InstallContext, InstallLevel, InstallSpec, PreceptCommand } from "@precept/mdc-compat/install";
export { splitCommand } from "./install/json-entry.ts";
export { projectTarget, userTarget, type InstallTarget } from "./install/install-target.ts";
export { type FileChange, type InstallRequest } from "./install/plan-changes.ts";
export { installParts, partsFor, type InstallPart, type RequestedParts } from "./install/install-parts.ts";
export { findInstalledHooks, type HookStart, type InstalledHooks } from "./install/find-installed.ts";
export { rememberCommand, rememberedCommand } from "./install/known-commands.ts";
export { findRemovedGuards } from "./install/find-removed.ts";
export { fireCanary, type CanaryOptions, type CanaryOutcome } from "./install/fire-canary.ts";
