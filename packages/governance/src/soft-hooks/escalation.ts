import { minOf } from "@precept/core";
import { strictestAction, strictestPolicyAction, comparePriorities, type GovernanceTables } from "@precept/contract/values";
import { defaultThreshold } from "../model/create-policy.ts";
import type { Decision, Violation } from "../model/decision.ts";
import type { Policy, SoftHookInterceptor, SoftHookSettings } from "../model/policy.ts";
import { tablesFor } from "../model/tables.ts";
import { softHookId, type Escalation, type SoftHookActor, type SoftHookState } from "./state.ts";

const defaultInterceptor: SoftHookInterceptor = { type: "referrer", threshold: defaultThreshold, upgradeTo: "P2" };

/** Returns the number of ignores at which advice escalates for the first time. */
export function thresholdOf(settings: SoftHookSettings): number {
  return minOf(interceptorsOf(settings).map(({ threshold }) => threshold));
}

/** Returns the most urgent escalation of advice whose threshold `ignoreCount` reaches. */
export function escalationAt(policy: Policy, ignoreCount: number, tables: GovernanceTables): Escalation | undefined {
  const [reached] = interceptorsOf(policy.softHooks)
    .filter(({ threshold }) => ignoreCount >= threshold)
    .toSorted((left, right) => comparePriorities(left.upgradeTo, right.upgradeTo));
  if (reached === undefined) return undefined;
  return {
    priority: reached.upgradeTo,
    action: reached.action ?? tablesFor(policy, tables).priorityMapping[reached.upgradeTo].action,
  };
}

function interceptorsOf({ interceptors, canBeIgnored }: SoftHookSettings): readonly SoftHookInterceptor[] {
  const all = interceptors.length > 0 ? interceptors : [defaultInterceptor];
  return canBeIgnored ? all : all.map((interceptor) => ({ ...interceptor, threshold: 1 }));
}

/** Applies escalations to a decision: escalated advice gets its new priority and the stricter of both actions. */
export function escalateDecision(decision: Decision, state: SoftHookState, actor: SoftHookActor): Decision {
  const violations = decision.violations.map((violation) => escalate(violation, state, actor));
  return { ...decision, violations, action: strictestAction(violations.map(({ action }) => action)) };
}

function escalate(violation: Violation, { hooks }: SoftHookState, actor: SoftHookActor): Violation {
  const { policy, fingerprint, priority, action } = violation;
  const escalation = hooks[softHookId({ ...actor, policy, fingerprint })]?.escalation;
  if (escalation === undefined || comparePriorities(escalation.priority, priority) > 0) return violation;
  return { ...violation, priority: escalation.priority, action: strictestPolicyAction(action, escalation.action) };
}
