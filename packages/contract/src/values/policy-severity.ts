/** All severities, worst first. The author of a policy chooses one. */
export const policySeverities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

/** How bad a violation of a policy is. The severity mapping turns it into a priority. */
export type PolicySeverity = (typeof policySeverities)[number];

/** The score (CVSS, 0.0 to 10.0) by which code scanners sort security findings. */
export const securityScores = {
  CRITICAL: "9.5",
  HIGH: "8.0",
  MEDIUM: "5.5",
  LOW: "2.5",
} as const satisfies Record<PolicySeverity, string>;
