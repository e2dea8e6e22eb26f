import type { RuleStore } from "@precept/core";
import type { TenantStores } from "@precept/workspace";
import { tenantOf, type NamedTenant } from "../../access/tenant.ts";
import type { RequestContext } from "../handler.ts";

/**
 * Runs work with the stores that hold the rules of a request's tenant. They stay open until it ends.
 *
 * @throws PreceptError `FORBIDDEN` or `PROJECT_UNKNOWN` for a tenant that the request may not name.
 */
export async function withTenantStores<Result>(
  context: RequestContext,
  named: NamedTenant,
  work: (target: TenantStores) => Promise<Result>,
): Promise<Result> {
  const tenant = await tenantOf(context, named);
  const { workspace } = context.project;
  return workspace.withStores(tenant, async (stores: readonly RuleStore[]) => work({ workspace, tenant, stores }));
}
