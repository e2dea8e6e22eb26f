import {
  effectsOf,
  softHookId,
  thresholdOf,
  type ActionEffects,
  type Decision,
  type OpenAdvice,
  type SoftHookActor,
  type SoftHookState,
  type Violation,
} from "@precept/governance";
import type { ActivePolicies } from "../active-policies.ts";
import { shortKeyOf } from "../soft-hook-key.ts";

/** Returns the open advice of a decision. */
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

/** Returns the `quick_fix_type` of a policy; null if it has none. */
export function quickFixTypeIn({ policies }: ActivePolicies, id: string): string | null {
  const type = policies.find((policy) => policy.id === id)?.metadata["quick_fix_type"];
  return typeof type === "string" ? type : null;
}

/** Returns what the action on a violation implies: a notification, a rollback, a penalty. */
export function effectsFor(violation: Violation, { policies, tables }: ActivePolicies): ActionEffects {
  const policy = policies.find(({ id }) => id === violation.policy);
  return policy === undefined ? tables.priorityMapping[violation.priority] : effectsOf(policy, violation, tables);
}
