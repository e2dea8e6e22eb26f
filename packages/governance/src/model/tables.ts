import { comparePriorities, defaultTables, policyActionSpecs, strictestPolicyAction } from "@precept/contract/values";
import type { ActionEffects, GovernanceTables, Phase, PolicyAction, Priority } from "@precept/contract/values";
import type { Policy } from "./policy.ts";

/** The priority that boosted policies are raised to. */
const boostedPriority: Priority = "P2";

/** The priority and the action that a policy has in a phase, after mappings and boosts. */
export interface EffectivePriority {
  readonly priority: Priority;
  readonly action: PolicyAction;
}

/** Returns the tables for a policy: the configured ones, or the default ones for a managed policy. */
export function tablesFor({ origin }: Pick<Policy, "origin">, configured: GovernanceTables): GovernanceTables {
  return origin === "managed" ? defaultTables : configured;
}

/**
 * Returns the priority and action of a policy in a phase. A boosted policy takes the action of its new priority, unless
 * it names a stricter one: a boost never weakens a policy.
 *
 * @param highQuality whether policies with `metadata.priority_boost` count as P2 in every phase.
 */
export function effectivePriorityOf(
  policy: Policy,
  configured: GovernanceTables,
  phase: Phase | undefined,
  highQuality = false,
): EffectivePriority {
  const tables = tablesFor(policy, configured);
  const priority = tables.severityMapping[policy.severity];
  const isBoosted =
    (phase !== undefined && policy.softHooks.boostPhase === phase) || (highQuality && policy.metadata["priority_boost"] === true);
  if (isBoosted && comparePriorities(boostedPriority, priority) < 0) {
    const { action } = tables.priorityMapping[boostedPriority];
    return { priority: boostedPriority, action: strictestPolicyAction(action, policy.action ?? action) };
  }
  return { priority, action: policy.action ?? tables.priorityMapping[priority].action };
}

/** Returns the phases in which a policy is checked: the phases that it names, or that the phase matrix allows. */
export function phasesOf(policy: Policy, tables: GovernanceTables, highQuality = false): readonly Phase[] {
  return (Object.keys(tables.phaseMatrix) as Phase[]).filter((phase) => isCheckedIn(policy, tables, phase, highQuality));
}

/** Whether a policy is checked in a phase. `highQuality`: see {@link effectivePriorityOf}. */
export function isCheckedIn(policy: Policy, configured: GovernanceTables, phase: Phase, highQuality = false): boolean {
  const tables = tablesFor(policy, configured);
  const isNamed = policy.phases.includes(phase) || policy.softHooks.boostPhase === phase;
  if (policy.phases.length > 0 && !isNamed) return false;
  if (policy.phases.length > 0 && !tables.limitNamedPhases) return true;
  return tables.phaseMatrix[phase].includes(effectivePriorityOf(policy, tables, phase, highQuality).priority);
}

/**
 * Returns the effects of the action. An action that the policy names has its effects in the priority mapping at any
 * priority: TERMINATE notifies a human even if the severity is LOW. `metadata.human_in_loop` always notifies a human. A
 * policy that a client registered never rolls back.
 */
export function effectsOf(policy: Policy, { priority, action }: EffectivePriority, configured: GovernanceTables): ActionEffects {
  const tables = tablesFor(policy, configured);
  const own = tables.priorityMapping[priority];
  const mapping =
    own.action === action ? own : Object.values(tables.priorityMapping).find((candidate) => candidate.action === action);
  const { notifyHuman, rollback, iterationPenalty } = mapping ?? policyActionSpecs[action].effects;
  return {
    notifyHuman: notifyHuman || policy.metadata["human_in_loop"] === true,
    rollback: rollback && policy.origin !== "registered",
    iterationPenalty,
  };
}
