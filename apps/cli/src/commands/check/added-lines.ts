import { strictestAction, type Decision, type Violation } from "@precept/governance";
import type { AddedLines } from "@precept/enforcement/git";

/** A decision about what a change adds. */
export interface AddedDecision {
  readonly decision: Decision;
  /** The number of violations that are left out, because the change did not add their lines. */
  readonly unchanged: number;
}

/** Leaves out the violations on lines that a change did not add. A violation counts if one of its lines was added. */
export function selectAdded(decision: Decision, added: AddedLines): AddedDecision {
  const isAdded = ({ file, line, endLine }: Violation): boolean => {
    const ranges = file === undefined ? undefined : added.get(file);
    return ranges === undefined || ranges.some(([first, last]) => line <= last && endLine >= first);
  };
  const violations = decision.violations.filter(isAdded);
  const shadowed = decision.shadowed.filter(isAdded);
  const action = strictestAction(violations.map((violation) => violation.action));
  const unchanged = decision.violations.length + decision.shadowed.length - violations.length - shadowed.length;
  return { decision: { ...decision, action, violations, shadowed }, unchanged };
}
