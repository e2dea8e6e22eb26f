import { hash, randomBytes } from "node:crypto";

/** The client that a session belongs to, in one project. */
export interface SessionOwner {
  readonly project: string;
  /** Identifies the client: its token and its user. */
  readonly client: string;
}

// An id is a secret of 32 random bytes, and a digest of the secret and its owner. So any server recognises the ids that
// were made for a client, without a memory or a key that servers share. Another client can only make ids for itself.

/** The length of the secret in base64url. */
const secretLength = 43;

export function createSessionId(owner: SessionOwner): string {
  const secret = randomBytes(32).toString("base64url");
  return secret + digest("owner", secret, owner);
}

/** Whether an id was made for a client. */
export function isSessionId(id: string, owner: SessionOwner): boolean {
  const secret = id.slice(0, secretLength);
  return id === secret + digest("owner", secret, owner);
}

/** The name of a session, which does not reveal the secret. The same at each server. */
export function sessionNameOf(id: string, owner: SessionOwner): string {
  return digest("name", id.slice(0, secretLength), owner);
}

function digest(purpose: string, secret: string, { project, client }: SessionOwner): string {
  return hash("sha256", JSON.stringify([purpose, secret, project, client]), "base64url").slice(0, 22);
}
