/** When a rule applies. */
export const inclusions = ["always", "fileMatch", "manual", "agentRequested", "relevant"] as const;

export type Inclusion = (typeof inclusions)[number];
