import { hasRole, roleToWrite } from "@precept/contract";
import { PreceptError, scopeTable, type Rule, type Tenant } from "@precept/core";
import type { TenantContext } from "./tenant.ts";

/**
 * Checks that a request may write a rule. Editors may write rules of the project and of the tenant's user. All others
 * apply to other users too, and need an admin. @throws PreceptError `FORBIDDEN`; `WORKSPACE_READ_ONLY`, except for
 * session rules
 */
export function assertMayWrite(
  { principal, project }: Pick<TenantContext, "principal" | "project">,
  tenant: Tenant,
  { scope, userId }: Pick<Rule, "scope" | "userId">,
): void {
  if (project.workspace.isReadOnly && scopeTable[scope].isPersistent) throw new PreceptError("WORKSPACE_READ_ONLY", {});
  const isOwn = userId !== undefined && userId === tenant.userId;
  const required = roleToWrite(scope, isOwn);
  if (hasRole(principal.role, required)) return;
  const whose = isOwn || scope === "global" ? "" : " that belongs to no user";
  throw new PreceptError("FORBIDDEN", { action: `Changing a rule of ${scope} scope${whose}`, required: `the role ${required}` });
}
