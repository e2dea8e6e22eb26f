import { sha256 } from "@precept/files";
import {
  reportViolation,
  strictestAction,
  type Decision,
  type GovernanceTables,
  type Phase,
  type Policy,
  type ReportedLocation,
} from "@precept/governance";

/** Returns the decision about a violation of a policy that was found elsewhere. */
export function decideOnReport(
  policy: Policy,
  location: ReportedLocation,
  tables: GovernanceTables,
  phase: Phase | undefined,
): Decision {
  const nothing: Decision = {
    action: "PASS",
    violations: [],
    accepted: [],
    shadowed: [],
    passed: [],
    skipped: [],
    diagnostics: [],
  };
  if (!policy.enabled) return { ...nothing, skipped: [{ policy: policy.id, reason: { kind: "disabled" } }] };
  const violation = reportViolation(policy, location, { hash: sha256, tables, ...(phase !== undefined && { phase }) });
  if (policy.mode === "shadow") {
    return { ...nothing, shadowed: [violation], skipped: [{ policy: policy.id, reason: { kind: "shadow", count: 1 } }] };
  }
  return { ...nothing, action: strictestAction([violation.action]), violations: [violation] };
}
