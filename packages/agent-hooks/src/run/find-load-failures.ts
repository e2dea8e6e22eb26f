import type { Diagnostic } from "@precept/core";
import type { HookWorkspace } from "./hook-workspace.ts";

/** Errors of the configuration because of which policies can be missing. */
const configCodes = new Set([
  "config/yaml",
  "config/not-a-mapping",
  "config/unreadable",
  "config/not-text",
  "config/too-large",
  "config/not-applied",
  "config/unknown-starter",
]);

/** The policy directory errors that can hide policies. Others concern decisions, the baseline or registrations. */
const directoryCodes = new Set(["policies/unreadable", "policies/too-many", "policies/managed-refused"]);

/** The setting of an invalid value is in its message: `"policies.starters" must be …`. */
const policySetting = /^"(?:policies|trustedDirs)\b/;

/** Returns why policies can be missing: a configuration, policy file or directory that was not read in full. */
export async function findLoadFailures(workspace: HookWorkspace): Promise<readonly Diagnostic[]> {
  const all = [...(await workspace.diagnostics()), ...(await workspace.policies.diagnostics())];
  return all.filter((diagnostic) => diagnostic.severity === "error" && canMissPolicies(diagnostic));
}

function canMissPolicies({ code, message }: Diagnostic): boolean {
  if (code === "config/invalid-value") return policySetting.test(message);
  return code.startsWith("policy/") || configCodes.has(code) || directoryCodes.has(code);
}
