import type { Handler } from "./handler.ts";
import type { Phase } from "./phase.ts";
import type { Policy } from "./policy.ts";
import type { Priority, Severity } from "./severity.ts";

/** What is done about violations of one priority. */
export interface Handling {
  readonly action: Handler;
  /** Whether a person is called in. */
  readonly notifyHuman: boolean;
  /** Whether the work goes back to the last checkpoint. */
  readonly rollback: boolean;
  /** How many iterations it costs; MAX takes all that are left. */
  readonly iterationPenalty: number | "MAX";
}

/** From a severity to what is done, and what is checked when: the law as data. */
export interface GovernanceTables {
  readonly priorities: Readonly<Record<Severity, Priority>>;
  readonly handling: Readonly<Record<Priority, Handling>>;
  /** The priorities that are checked in each phase. */
  readonly phases: Readonly<Record<Phase, readonly Priority[]>>;
  /** Whether the phase matrix also holds for policies that name their phases themselves. */
  readonly limitNamedPhases: boolean;
}

const gently = { notifyHuman: false, rollback: false, iterationPenalty: 0 } as const;

/** The tables that hold where nobody says otherwise. */
export const defaultTables: GovernanceTables = {
  priorities: { CRITICAL: "P0", HIGH: "P1", MEDIUM: "P2", LOW: "P3" },
  handling: {
    P0: { action: "TERMINATE", notifyHuman: true, rollback: true, iterationPenalty: "MAX" },
    P1: { action: "QUICK_FIX", ...gently },
    P2: { action: "LOG_ONLY", ...gently },
    P3: { action: "SOFT_HOOK", ...gently },
  },
  phases: {
    ANALYSIS: ["P0", "P1", "P2", "P3"],
    TASKS: ["P0", "P1", "P2"],
    IMPLEMENTATION: ["P0", "P1"],
    REVIEW: ["P0", "P1", "P2"],
    TEST: ["P0", "P1", "P2", "P3"],
  },
  limitNamedPhases: false,
};

/** What a policy's violations are treated as. */
export interface Standing {
  readonly priority: Priority;
  readonly handler: Handler;
}

/**
 * What a policy's violations are treated as in a phase. A raised priority takes its own handler along: the one that was named was named for
 * the priority that it had before.
 *
 * @param raised whether policies with `metadata.priority_boost` count as P2 in every phase: the work is to be of high quality.
 */
export function standingOf(policy: Policy, tables: GovernanceTables, phase: Phase | undefined, raised = false): Standing {
  const own = tables.priorities[policy.severity];
  const boosted =
    (phase !== undefined && policy.softHooks.boostPhase === phase) || (raised && policy.metadata["priority_boost"] === true);
  if (boosted && own > "P2") return { priority: "P2", handler: tables.handling.P2.action };
  return { priority: own, handler: policy.handler ?? tables.handling[own].action };
}

/** The phases in which a policy is checked, by its own word or by the phase matrix. */
export function phasesOf(policy: Policy, tables: GovernanceTables, raised = false): readonly Phase[] {
  return (Object.keys(tables.phases) as Phase[]).filter((phase) => isCheckedIn(policy, tables, phase, raised));
}

/** Whether a policy is checked in a phase; `raised` as in {@link standingOf}. */
export function isCheckedIn(policy: Policy, tables: GovernanceTables, phase: Phase, raised = false): boolean {
  const isNamed = policy.phases.includes(phase) || policy.softHooks.boostPhase === phase;
  if (policy.phases.length > 0 && !isNamed) return false;
  if (policy.phases.length > 0 && !tables.limitNamedPhases) return true;
  return tables.phases[phase].includes(standingOf(policy, tables, phase, raised).priority);
}

/**
 * What is to be done about a violation besides its handler. A handler that was named does what it does for the priority that it belongs to: to
 * terminate calls a person, whatever the severity. `metadata.human_in_loop` always calls one.
 */
export function handlingOf(policy: Policy, { priority, handler }: Standing, tables: GovernanceTables): Handling {
  const own = tables.handling[priority];
  const usual = own.action === handler ? own : Object.values(tables.handling).find(({ action }) => action === handler);
  const callsHuman = policy.metadata["human_in_loop"] === true;
  return { ...(usual ?? own), action: handler, ...(callsHuman && { notifyHuman: true }) };
}
