import type { PriorityNotification } from "@precept/governance";

/** Creates a notification of a violation with this priority. */
export function notification(priority: string): PriorityNotification {
  const violation = { location: "1", message: "Broken.", suggestion: null };
  return { rule_id: "A-1", violation, priority, handler: "LOG_ONLY" };
}
