import { hasRole } from "@precept/api";
import { PreceptError, type Tenant } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { mayUseProject, type Principal } from "./principal.ts";

/** The user and the project that a request names. */
export interface NamedTenant {
  readonly user_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
}

/** What the tenant of a request depends on. */
export interface TenantContext {
  readonly principal: Principal;
  readonly project: { readonly id: string; readonly workspace: Workspace };
}

/**
 * Returns for whom a request is answered: its principal's user in the project of the configuration, unless it names others.
 *
 * @throws PreceptError `FORBIDDEN` if it names another user and is not an admin's, `PROJECT_UNKNOWN` for a project that it may not use.
 */
export function tenantOf({ principal, project }: TenantContext, named: NamedTenant): Tenant {
  const { settings } = project.workspace;
  const own = principal.tokenId === undefined ? (principal.user ?? settings.user) : principal.user;
  const user = named.user_id ?? own;
  if (user !== own && !hasRole(principal.role, "admin")) {
    throw new PreceptError("FORBIDDEN", { action: "Naming another user", required: "the role admin" });
  }
  const isNamed = named.project_id !== undefined && named.project_id !== null && named.project_id !== settings.project;
  if (isNamed && named.project_id !== project.id && !mayUseProject(principal, named.project_id ?? "")) {
    throw new PreceptError("PROJECT_UNKNOWN", { project: named.project_id ?? "" });
  }
  return { projectId: named.project_id ?? settings.project, userId: user };
}
