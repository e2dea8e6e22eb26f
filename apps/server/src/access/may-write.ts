import { hasRole } from "@precept/contract";
import { PreceptError, scopeTable, type Rule, type Tenant } from "@precept/core";
import type { TenantContext } from "./tenant.ts";

/**
 * Checks that a request may create, change or delete a rule that its tenant can see. Editors may do so with rules of
 * the project, and with rules that only apply to the user of the tenant. All other rules apply to other users too, so
 * that they need an admin.
 *
 * @throws PreceptError `WORKSPACE_READ_ONLY`, except for session rules, which are in memory; `FORBIDDEN`
 */
export function assertMayWrite(
  { principal, project }: Pick<TenantContext, "principal" | "project">,
  tenant: Tenant,
  { scope, userId }: Pick<Rule, "scope" | "userId">,
): void {
  if (project.workspace.isReadOnly && scopeTable[scope].isPersistent) throw new PreceptError("WORKSPACE_READ_ONLY", {});
  const isOwn = userId !== undefined && userId === tenant.userId;
  const required = scope === "project" || (isOwn && scope !== "global") ? "editor" : "admin";
  if (hasRole(principal.role, required)) return;
  const whose = isOwn || scope === "global" ? "" : " that belongs to no user";
  throw new PreceptError("FORBIDDEN", { action: `Changing a rule of ${scope} scope${whose}`, required: `the role ${required}` });
}
