import type { Config, UserConfig } from "./config/config.ts";
import type { PathGate } from "./path-gate.ts";

export interface MemorySettings {
  /** Whether the rules that agents add wait for the approval of a person. */
  readonly requiresApproval: boolean;
  /** Whether rules are proposed from what the user corrects in a session. */
  readonly captures: boolean;
}

/** An untrusted project can ask for more approval, not for less: its agents could change the rules of other projects. */
export function readMemorySettings(
  { memory: project = {} }: Config,
  { memory: user = {} }: UserConfig,
  gate: PathGate,
): MemorySettings {
  const isWaived = project.requireApproval === false && gate.mayAct("memory.requireApproval");
  return {
    requiresApproval: project.requireApproval === true || !(isWaived || user.requireApproval === false),
    captures: project.capture !== false && user.capture !== false,
  };
}
