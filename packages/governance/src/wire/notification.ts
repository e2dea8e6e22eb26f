import type { Violation } from "../model/decision.ts";

/** What `notifications/ops/priority` tells. */
export interface PriorityNotification {
  readonly rule_id: string;
  readonly violation: {
    /** `file:line`, or the line alone. */
    readonly location: string;
    readonly message: string;
    readonly suggestion: string | null;
  };
  readonly priority: string;
  readonly handler: string;
}

export function toPriorityNotification(violation: Violation): PriorityNotification {
  const { policy, file, line, message, suggestion, priority, action } = violation;
  return {
    rule_id: policy,
    violation: { location: file === undefined ? String(line) : `${file}:${line}`, message, suggestion: suggestion ?? null },
    priority,
    handler: action,
  };
}
