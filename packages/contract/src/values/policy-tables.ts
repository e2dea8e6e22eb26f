import type { Phase } from "./phase.ts";
import { policyActionSpecs, type ActionEffects, type PolicyAction } from "./policy-action.ts";
import type { PolicySeverity } from "./policy-severity.ts";
import type { Priority } from "./priority.ts";

/** The action and its effects for violations of one priority. */
export interface PriorityMapping extends ActionEffects {
  readonly action: PolicyAction;
}

/** The configurable tables: severities to priorities, priorities to actions, and phases to priorities. */
export interface GovernanceTables {
  readonly severityMapping: Readonly<Record<PolicySeverity, Priority>>;
  readonly priorityMapping: Readonly<Record<Priority, PriorityMapping>>;
  /** The priorities that are checked in each phase. */
  readonly phaseMatrix: Readonly<Record<Phase, readonly Priority[]>>;
  /** Whether the phase matrix also limits policies that name their phases. */
  readonly limitNamedPhases: boolean;
}

/** The tables without configuration. */
export const defaultTables: GovernanceTables = {
  severityMapping: { CRITICAL: "P0", HIGH: "P1", MEDIUM: "P2", LOW: "P3" },
  priorityMapping: {
    P0: defaultMapping("TERMINATE"),
    P1: defaultMapping("QUICK_FIX"),
    P2: defaultMapping("LOG_ONLY"),
    P3: defaultMapping("SOFT_HOOK"),
  },
  phaseMatrix: {
    ANALYSIS: ["P0", "P1", "P2", "P3"],
    TASKS: ["P0", "P1", "P2"],
    IMPLEMENTATION: ["P0", "P1"],
    REVIEW: ["P0", "P1", "P2"],
    TEST: ["P0", "P1", "P2", "P3"],
  },
  limitNamedPhases: false,
};

function defaultMapping(action: PolicyAction): PriorityMapping {
  return { action, ...policyActionSpecs[action].effects };
}
