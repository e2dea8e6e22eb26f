import type { Diagnostic } from "@precept/core";
import type { HookPolicies } from "./hook-workspace.ts";

/** The policy directory errors that can hide policies. Others concern decisions, the baseline or registrations. */
const directoryCodes = new Set(["policies/unreadable", "policies/too-many", "policies/managed-refused"]);

/** Returns why policies can be missing: a configuration, policy file or directory that was not read in full. */
export async function findLoadFailures(policies: HookPolicies): Promise<readonly Diagnostic[]> {
  return (await policies.diagnostics()).filter(
    ({ severity, code }) => severity === "error" && (/^(?:policy|config)\//.test(code) || directoryCodes.has(code)),
  );
}
