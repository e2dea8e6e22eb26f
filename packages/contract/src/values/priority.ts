import type { DiagnosticSeverity } from "./diagnostic-severity.ts";

/** The priorities of violations, most urgent first. */
export const priorities = ["P0", "P1", "P2", "P3"] as const;

/** The priority of a violation. It follows from the severity of the policy, and soft hooks can raise it. */
export type Priority = (typeof priorities)[number];

/** One row of {@link prioritySpecs}. */
export interface PrioritySpec {
  /** The level in SARIF logs and GitHub annotations. */
  readonly level: DiagnosticSeverity;
  /** Whether a policy that could not be checked counts as violated. */
  readonly failsClosed: boolean;
}

/** All differences between the priorities, except those that users can configure: see `GovernanceTables`. */
export const prioritySpecs = {
  P0: { level: "error", failsClosed: true },
  P1: { level: "error", failsClosed: true },
  P2: { level: "warning", failsClosed: false },
  P3: { level: "info", failsClosed: false },
} as const satisfies Record<Priority, PrioritySpec>;

/** Sorts the most urgent priority first. */
export function comparePriorities(left: Priority, right: Priority): number {
  return priorities.indexOf(left) - priorities.indexOf(right);
}
