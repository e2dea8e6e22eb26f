import type { Violation } from "../model/decision.ts";

/** The parameters of the MCP notification `notifications/ops/priority`. */
export interface PriorityNotification {
  readonly rule_id: string;
  readonly violation: {
    /** `file:line`, or only the line if the text is not in a file. */
    readonly location: string;
    readonly message: string;
    readonly suggestion: string | null;
  };
  readonly priority: string;
  readonly handler: string;
}

/** Converts a violation to the parameters of a priority notification. */
export function toPriorityNotification(violation: Violation): PriorityNotification {
  const { policy, file, line, message, suggestion, priority, action } = violation;
  return {
    rule_id: policy,
    violation: { location: file === undefined ? String(line) : `${file}:${line}`, message, suggestion: suggestion ?? null },
    priority,
    handler: action,
  };
}
