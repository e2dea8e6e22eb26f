/** How much is at stake, the most first. */
export const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

/** How bad it is to break a policy, as its author sees it. */
export type Severity = (typeof severities)[number];

/** In the order of urgency, P0 first. */
export const priorities = ["P0", "P1", "P2", "P3"] as const;

/** How urgent a violation is: taken from the severity, and raised by soft hooks. */
export type Priority = (typeof priorities)[number];
