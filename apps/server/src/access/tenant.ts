import { PreceptError, type Tenant } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { invalidFields } from "../problems/invalid-input.ts";
import { assertRole, mayUseProject, type Principal } from "./principal.ts";

export interface NamedTenant {
  readonly user_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
}

export interface TenantContext {
  readonly principal: Principal;
  readonly project: { readonly id: string; readonly workspace: Workspace };
  /** The ids of all projects of the server. */
  readonly projectIds: readonly string[];
}

/**
 * Returns for whom a request is answered: its principal's user in the project of the configuration, unless it names
 * others.
 *
 * @throws PreceptError `REQUEST_INVALID` for an empty id; `FORBIDDEN` if it names another user and is not an admin's;
 *   `PROJECT_UNKNOWN` for a project that does not exist, or that the principal may not use.
 */
export async function tenantOf(context: TenantContext, named: NamedTenant): Promise<Tenant> {
  refuseEmpty(named);
  const { principal, project, projectIds } = context;
  const { workspace } = project;
  const userId = userOf(context, named.user_id);
  const projectId = named.project_id ?? workspace.settings.project;
  if (projectId === undefined || projectId === workspace.settings.project || projectId === project.id)
    return { projectId, userId };
  const mayUse = mayUseProject(principal, projectId);
  if (mayUse && (projectIds.includes(projectId) || (await hasRules(workspace, { projectId, userId }))))
    return { projectId, userId };
  throw new PreceptError("PROJECT_UNKNOWN", { project: projectId });
}

/** Returns the user of a request, if any. @throws PreceptError `FORBIDDEN` if a non-admin names another user. */
export function userOf({ principal, project }: TenantContext, named: NamedTenant["user_id"]): string | undefined {
  const { tokenId, user: ofPrincipal, defaultUser } = principal;
  const own = tokenId === undefined ? (ofPrincipal ?? project.workspace.settings.user ?? defaultUser) : ofPrincipal;
  const user = named ?? own;
  if (user !== own) assertRole(principal, "admin", "Naming another user");
  return user;
}

/** An empty id was not found by the client. Without it, the request would be answered as if it were another. */
function refuseEmpty(named: NamedTenant): void {
  const empty = (["project_id", "user_id"] as const).filter((name) => named[name] === "");
  if (empty.length === 0) return;
  throw invalidFields(...empty.map((name) => ({ pointer: `/${name}`, detail: "is empty; omit it if there is none" })));
}

/** Whether a store has a rule of a project that its user can see. */
async function hasRules({ stores }: Workspace, { projectId, userId }: Tenant): Promise<boolean> {
  for (const owner of [{ projectId }, ...(userId === undefined ? [] : [{ projectId, userId }])]) {
    for (const store of stores) {
      for await (const _ of store.listIds({ filter: { owner }, limit: 1 })) return true;
    }
  }
  return false;
}
