/**
 * The types of sessions. `main`: one user, the owner of the agent. `shared`: a group chat or another session with
 * several users, which must not see the agent's memory.
 */
export const sessionTypes = ["main", "shared"] as const;

export type SessionType = (typeof sessionTypes)[number];
