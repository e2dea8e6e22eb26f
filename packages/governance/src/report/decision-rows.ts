import type { Decision, Violation } from "../model/decision.ts";

/** A violation as a row of a table. */
export interface DecisionRow extends Pick<Violation, "action" | "priority" | "policy" | "message"> {
  /** `file:line:column`, or `line:column` if the text is not in a file. */
  readonly location: string;
  /** Whether the policy is in shadow mode: the violation is only reported. */
  readonly isShadow: boolean;
  /** The action as text: `LOG_ONLY`, or `LOG_ONLY (shadow)`. */
  readonly label: string;
  /** Empty if there is none. */
  readonly suggestion: string;
}

/** Lists the violations of a decision by file and position, with policies in shadow mode last. */
export function decisionRows({ violations, shadowed }: Decision): readonly DecisionRow[] {
  return [...violations.map((violation) => toRow(violation, false)), ...shadowed.map((violation) => toRow(violation, true))];
}

function toRow(violation: Violation, isShadow: boolean): DecisionRow {
  const { file, line, column, action, priority, policy, message, suggestion = "" } = violation;
  return {
    location: `${file === undefined ? "" : `${file}:`}${line}:${column}`,
    action,
    isShadow,
    label: isShadow ? `${action} (shadow)` : action,
    priority,
    policy,
    message,
    suggestion,
  };
}
