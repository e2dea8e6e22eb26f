import { hasRole, type Role } from "@precept/contract";
import { PreceptError } from "@precept/core";
import type { TrustedSignals } from "@precept/enforcement";

/** Who sent a request. */
export interface Principal {
  /** The id of the token. Absent: the server has no tokens, and the request comes from its own machine. */
  readonly tokenId?: string;
  /** The user for whom requests are answered. Absent: no user. */
  readonly user?: string;
  /** The user if neither `user` nor the configuration of the project names one. Only without a token. */
  readonly defaultUser?: string;
  readonly role: Role;
  /** The ids of the projects that it may use. */
  readonly projects: "all" | readonly string[];
  /** Projects in which it has another role than `role`, by their ids. A lower one does not count. Absent: none. */
  readonly projectRoles?: ReadonlyMap<string, Role>;
  /** Whether it may have main sessions, which get MEMORY.md. Absent: only shared ones. */
  readonly mainSession?: boolean;
  /** Aborted when the token was changed or revoked, or has expired, so that open streams end. Absent: never. */
  readonly ended?: AbortSignal;
}

/** Finds out who sent a request. */
export interface Authenticator {
  /** Checks the `Authorization` header of a request. @throws PreceptError `UNAUTHENTICATED` */
  authenticate(authorization: string | undefined): Principal | Promise<Principal>;
  /** Returns whom a token that may be used belongs to. Without it, a login with a token counts only at the server that answered it. */
  principalOf?(tokenId: string): Principal | undefined;
}

/**
 * Returns the principal for requests to a project, with its role there. Undefined if it may not use the project.
 *
 * A request to one project can name another one. So of the others, it has only those in which the role is not lower.
 */
export function principalIn({ projectRoles, ...principal }: Principal, project: string): Principal | undefined {
  const { role, projects } = principal;
  const isGeneral = projects === "all" || projects.includes(project);
  const own = projectRoles?.get(project);
  if (own === undefined || (isGeneral && hasRole(role, own))) return isGeneral ? principal : undefined;
  const others = [...(projectRoles ?? [])].filter(([, other]) => hasRole(other, own));
  return { ...principal, role: own, projects: others.map(([id]) => id) };
}

export function mayUseProject(principal: Principal, project: string): boolean {
  return principalIn(principal, project) !== undefined;
}

/** @throws PreceptError `FORBIDDEN` */
export function assertRole({ role }: Principal, required: Role, action: string): void {
  if (!hasRole(role, required)) throw new PreceptError("FORBIDDEN", { action, required: `the role ${required}` });
}

/** What the server knows about a client, for the `context_filter` of policies. Without tokens, nothing. */
export function signalsOfPrincipal({ tokenId, user, role }: Principal): TrustedSignals {
  return { ...(tokenId !== undefined && { role }), ...(user !== undefined && { user }) };
}

/** Trusts every request, for a server that only its own machine can reach. */
export function trustEveryRequest(defaultUser: string | undefined): Authenticator {
  const user = defaultUser === undefined ? {} : { defaultUser };
  return { authenticate: () => ({ role: "admin", projects: "all", mainSession: true, ...user }) };
}
