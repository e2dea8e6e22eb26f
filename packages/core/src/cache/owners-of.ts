import { visibleOwners, type Tenant } from "../model/tenant.ts";
import type { RuleFilter } from "../ports/rule-store.ts";

/** The owners whose rules decide a listing. Undefined if any rule may be part of it. */
export function ownersOf(filter: RuleFilter): readonly Tenant[] | undefined {
  const { tenant, owner, status, projectId, userId } = filter;
  if (tenant !== undefined) return visibleOwners(tenant);
  if (owner === undefined) return undefined;
  // A rule of another owner can supersede one of these: see `statusTenant`.
  if (status === undefined) return [owner];
  return visibleOwners({ projectId: projectId ?? owner.projectId, userId: userId ?? owner.userId });
}
