import type { Role } from "@precept/contract";

/** Who sent a request. */
export interface Principal {
  /** The id of the token. Absent: the server has no tokens, and the request comes from its own machine. */
  readonly tokenId?: string;
  /** The user for whom requests are answered. Absent: no user. */
  readonly user?: string;
  readonly role: Role;
  /** The ids of the projects that it may use. */
  readonly projects: "all" | readonly string[];
  /** Whether it may have main sessions, which get MEMORY.md. Absent: only shared ones. */
  readonly mainSession?: boolean;
  /** Aborted when the token was changed or revoked, or has expired, so that open streams end. Absent: never. */
  readonly ended?: AbortSignal;
}

/** Finds out who sent a request. */
export interface Authenticator {
  /**
   * @param authorization the `Authorization` header of the request.
   * @throws PreceptError `UNAUTHENTICATED`
   */
  authenticate(authorization: string | undefined): Principal | Promise<Principal>;
}

/** Whether a principal may use a project. */
export function mayUseProject({ projects }: Principal, project: string): boolean {
  return projects === "all" || projects.includes(project);
}

/** Trusts every request, for a server that only its own machine can reach. */
export const trustEveryRequest: Authenticator = { authenticate: () => ({ role: "admin", projects: "all", mainSession: true }) };
