/** error: the rule is not used. warning: the rule is used, but probably not as intended. info: no action needed. */
export const diagnosticSeverities = ["error", "warning", "info"] as const;

export type DiagnosticSeverity = (typeof diagnosticSeverities)[number];
