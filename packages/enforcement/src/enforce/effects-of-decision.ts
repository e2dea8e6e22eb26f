import { sha256 } from "@precept/files";
import {
  effectsOf,
  joinDecisions,
  reportViolation,
  softHookId,
  strictestAction,
  thresholdOf,
  type ActionEffects,
  type Decision,
  type GovernanceTables,
  type OpenAdvice,
  type Phase,
  type Policy,
  type ReportedLocation,
  type SoftHookActor,
  type SoftHookState,
  type Violation,
} from "@precept/governance";
import type { ActivePolicies } from "../active-policies.ts";
import { shortKeyOf } from "../soft-hook-key.ts";

export function adviceOf(
  decision: Decision,
  state: SoftHookState,
  actor: SoftHookActor,
  { policies }: ActivePolicies,
): OpenAdvice[] {
  return decision.violations.flatMap(({ policy: id, fingerprint }) => {
    const hook = state.hooks[softHookId({ ...actor, policy: id, fingerprint })];
    const policy = policies.find((one) => one.id === id);
    if (hook === undefined || policy === undefined) return [];
    return [{ key: shortKeyOf(hook), hook, threshold: thresholdOf(policy.softHooks) }];
  });
}

export function quickFixTypeIn({ policies }: ActivePolicies, id: string): string | null {
  const type = policies.find((policy) => policy.id === id)?.metadata["quick_fix_type"];
  return typeof type === "string" ? type : null;
}

/** Returns what the action on a violation implies: a notification, a rollback, a penalty. */
export function effectsFor(violation: Violation, { policies, tables }: ActivePolicies): ActionEffects {
  const policy = policies.find(({ id }) => id === violation.policy);
  return policy === undefined ? tables.priorityMapping[violation.priority] : effectsOf(policy, violation, tables);
}

/** Returns the decision about a violation of a policy that was found elsewhere. */
export function decideOnReport(
  policy: Policy,
  location: ReportedLocation,
  tables: GovernanceTables,
  phase: Phase | undefined,
): Decision {
  const nothing = joinDecisions([]);
  if (!policy.enabled) return { ...nothing, skipped: [{ policy: policy.id, reason: { kind: "disabled" } }] };
  const violation = reportViolation(policy, location, { hash: sha256, tables, ...(phase !== undefined && { phase }) });
  if (policy.mode === "shadow") {
    return { ...nothing, shadowed: [violation], skipped: [{ policy: policy.id, reason: { kind: "shadow", count: 1 } }] };
  }
  return { ...nothing, action: strictestAction([violation.action]), violations: [violation] };
}
