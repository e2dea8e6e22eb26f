/** The phases of an agent's work, in their order. */
export const phases = ["ANALYSIS", "TASKS", "IMPLEMENTATION", "REVIEW", "TEST"] as const;

/** A stage of an agent's work, in which some policies are checked and others are not. */
export type Phase = (typeof phases)[number];
