/** How long a human's answer counts. `once`: for one call. `session`: until the session ends, or the answer expires. */
export const approvalMemories = ["once", "session"] as const;

/** How long a human's answer counts: see {@link approvalMemories}. */
export type ApprovalMemory = (typeof approvalMemories)[number];

/**
 * The states of a question. `open`: no human has answered. `deferred`: the agent's host asks its user. `approved`,
 * `denied`: a human has answered.
 */
export const approvalStatuses = ["open", "deferred", "approved", "denied"] as const;

/** The state of a question: see {@link approvalStatuses}. */
export type ApprovalStatus = (typeof approvalStatuses)[number];
