import type { Principal } from "./principal.ts";

/** The session of an agent, and the user whose agent it is. */
export interface AgentSession {
  /** Null for agents on the server's machine, which use no token; empty for tokens without a user. */
  readonly user: string | null;
  readonly session: string;
}

/** `@USER/SESSION`. The user is empty for tokens without one. `%` and `/` in it are percent-encoded. */
const storedPattern = /^@([^/]*)\/(.*)$/s;

/**
 * Returns the id under which the soft hooks and checkpoints of a session are stored. With tokens it contains the
 * agent's user, so that users who choose the same id do not share a session.
 */
export function toStoredSession(principal: Principal, user: string | undefined, session: string): string {
  return hasOwnSessions(principal) ? `@${encodeUser(user ?? "")}/${session}` : session;
}

export function readStoredSession(stored: string): AgentSession {
  const [, user, session] = storedPattern.exec(stored) ?? [];
  if (user === undefined || session === undefined) return { user: null, session: stored };
  return { user: decodeUser(user), session };
}

/** Unlike `encodeURIComponent`, it accepts any text. */
function encodeUser(user: string): string {
  return user.replaceAll("%", "%25").replaceAll("/", "%2F");
}

function decodeUser(encoded: string): string {
  return encoded.replaceAll("%2F", "/").replaceAll("%25", "%");
}

/** Returns the user of a session for the wire, where null stands for no user. */
export function toUserId(user: string | null): string | null {
  return user === "" ? null : user;
}

/** Whether the sessions of a client are separate from those of the server's machine. */
export function hasOwnSessions({ tokenId, user }: Principal): boolean {
  return tokenId !== undefined || user !== undefined;
}
