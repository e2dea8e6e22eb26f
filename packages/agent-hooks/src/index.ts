export { hostIds, type HostId } from "./host-ids.ts";
export { canaryCommand, isCanary } from "./canary.ts";

// The hosts
export { hosts } from "./hosts/hosts.ts";
export type { AnsweredEvent, FailureEffect, HostEvent, HostFact, HostSpec } from "./hosts/host-spec.ts";
export type { HookAnswer, HookOutput, PrintAnswer } from "./hosts/answer.ts";
export { detectHost } from "./hosts/detect-host.ts";

// Running a hook
export { defaultDeadline, runHook, type RunHookOptions } from "./run/run-hook.ts";
export { maxPayloadLength, type HookInput } from "./run/read-input.ts";
export type { HookEnforceOptions, HookPolicies, HookWorkspace } from "./run/hook-workspace.ts";
