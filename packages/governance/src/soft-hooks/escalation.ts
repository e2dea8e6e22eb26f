import type { Decision, Violation } from "../model/decision.ts";
import { policyActions, strictestAction } from "../model/policy-action.ts";
import { defaultThreshold } from "../model/create-policy.ts";
import type { Policy, SoftHookInterceptor, SoftHookSettings } from "../model/policy.ts";
import { comparePriorities } from "../model/priority.ts";
import type { GovernanceTables } from "../model/tables.ts";
import { softHookId, type Escalation, type SoftHookParty, type SoftHookState } from "./state.ts";

const fallback: SoftHookInterceptor = { type: "referrer", threshold: defaultThreshold, upgradeTo: "P2" };

/** How often advice has to be ignored until the first thing happens. */
export function thresholdOf(settings: SoftHookSettings): number {
  return Math.min(...interceptorsOf(settings).map(({ threshold }) => threshold));
}

/** What advice is that was ignored this often: the most urgent that any interceptor makes of it. */
export function escalationAt(policy: Policy, ignoreCount: number, tables: GovernanceTables): Escalation | undefined {
  const [reached] = interceptorsOf(policy.softHooks)
    .filter(({ threshold }) => ignoreCount >= threshold)
    .toSorted((left, right) => comparePriorities(left.upgradeTo, right.upgradeTo));
  if (reached === undefined) return undefined;
  return { priority: reached.upgradeTo, action: reached.action ?? tables.priorityMapping[reached.upgradeTo].action };
}

function interceptorsOf({ interceptors, canBeIgnored }: SoftHookSettings): readonly SoftHookInterceptor[] {
  const all = interceptors.length > 0 ? interceptors : [fallback];
  return canBeIgnored ? all : all.map((interceptor) => ({ ...interceptor, threshold: 1 }));
}

/** The decision in view of what was ignored before: escalated advice has its new priority and action, where these are stricter. */
export function escalateDecision(decision: Decision, state: SoftHookState, party: SoftHookParty): Decision {
  const violations = decision.violations.map((violation) => escalate(violation, state, party));
  return { ...decision, violations, action: strictestAction(violations.map(({ action }) => action)) };
}

function escalate(violation: Violation, { hooks }: SoftHookState, party: SoftHookParty): Violation {
  const { policy, fingerprint, priority, action } = violation;
  const escalation = hooks[softHookId({ ...party, policy, fingerprint })]?.escalation;
  if (escalation === undefined || comparePriorities(escalation.priority, priority) > 0) return violation;
  const strictest = policyActions.find((one) => one === action || one === escalation.action) ?? action;
  return { ...violation, priority: escalation.priority, action: strictest };
}
