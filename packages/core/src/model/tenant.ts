import type { Rule } from "./rule.ts";

/** A project and a user. An absent field means no project, or no user. */
export interface Tenant {
  readonly projectId?: string | undefined;
  readonly userId?: string | undefined;
}

/** Whether a rule is visible to a tenant: it belongs to the tenant's project or none, and the tenant's user or none. */
export function isVisibleTo({ projectId, userId }: Pick<Rule, "projectId" | "userId">, tenant: Tenant): boolean {
  return (projectId === undefined || projectId === tenant.projectId) && (userId === undefined || userId === tenant.userId);
}

/** Whether a rule belongs to exactly this project and user. A field absent in the owner must be absent in the rule. */
export function isOwnedBy(rule: Pick<Rule, "projectId" | "userId">, owner: Tenant): boolean {
  return rule.projectId === owner.projectId && rule.userId === owner.userId;
}

/** A text that is equal for equal tenants, and different for different ones. */
export function tenantKey({ projectId, userId }: Tenant): string {
  return JSON.stringify([projectId ?? null, userId ?? null]);
}

/** The owners whose rules a tenant sees: no project and no user, the project, the user, and the user in the project. */
export function visibleOwners({ projectId, userId }: Tenant): readonly Tenant[] {
  const projects = projectId === undefined ? [{}] : [{}, { projectId }];
  const users = userId === undefined ? [{}] : [{}, { userId }];
  return users.flatMap((user) => projects.map((project) => ({ ...project, ...user })));
}
