/** The phases of an agent's work, in order. */
export const phases = ["ANALYSIS", "TASKS", "IMPLEMENTATION", "REVIEW", "TEST"] as const;

/** A phase of an agent's work. Each policy is checked in some phases only. */
export type Phase = (typeof phases)[number];
